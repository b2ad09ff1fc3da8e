import { formatNames } from "@diglot/test-support/requests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyRequests } from "../../../test/arbitraries.js";
import { maximalRequests } from "../../../test/maximal-requests.js";
import type { JsonObject } from "../../conversation/conversation.js";
import { estimateInputTokens } from "../../conversation/estimate.js";
import { formatOf } from "../../translation/parties.js";
import { measureInput } from "./input-limit.js";

const base64 = "A".repeat(400_000);
const askWith = (block: unknown) => ({ messages: [{ role: "user", content: [block] }] });
const bytesOf = (body: JsonObject) => new TextEncoder().encode(JSON.stringify(body));
const limitOf = (body: JsonObject) => measureInput(bytesOf(body), body).limit;
const estimateOf = (body: JsonObject) => measureInput(bytesOf(body), body).estimate;

const image = (source: unknown) => ({ type: "image", source });
const document = (source: unknown) => ({ type: "document", source });

describe("the limit of an input", () => {
  it("is the number of bytes of a body that contains only text", () => {
    const body = { model: "m", system: "ö", messages: [{ role: "user", content: "hi" }] };
    expect(limitOf(body)).toBe(bytesOf(body).length);
  });

  it.each([
    ["Messages", image({ type: "base64", media_type: "image/png", data: base64 })],
    [
      "Chat Completions",
      { type: "image_url", image_url: { url: `data:image/png;base64,${base64}` } },
    ],
    [
      "a tool's result",
      { type: "tool_result", content: [image({ type: "base64", data: base64 })] },
    ],
    [
      "a document of blocks",
      document({ type: "content", content: [image({ type: "base64", data: base64 })] }),
    ],
  ])("counts an image in the body of %s as a constant instead of its bytes", (_name, block) => {
    expect(limitOf(askWith(block))).toBeGreaterThan(5_000);
    expect(limitOf(askWith(block))).toBeLessThan(5_300);
  });

  it.each([
    ["an image by URL", image({ type: "url", url: "https://a.test/i.png" }), 5_000],
    ["an image by id", image({ type: "file", file_id: "file_1" }), 5_000],
    ["an image part", { type: "image_url", image_url: { url: "https://a.test/i" } }, 5_000],
    ["a document by URL", document({ type: "url", url: "https://a.test/d.pdf" }), 200_000],
    ["a document by id", document({ type: "file", file_id: "file_1" }), 200_000],
    ["a file part by id", { type: "file", file: { file_id: "file_1" } }, 200_000],
    ["an upload", { type: "container_upload", file_id: "file_1" }, 200_000],
    ["a document in the body", document({ type: "base64", data: "JVBERi0=" }), 1_500],
    ["a file in the body", { type: "file", file: { file_data: "data:a,b" } }, 1_500],
    ["a document that is text", document({ type: "text", data: "hi" }), 0],
    ["an image by URL with data", image({ type: "url", data: "AA==" }), 5_000],
    ["an image whose data is no text", image({ type: "base64", data: 3 }), 5_000],
    [
      "an image part whose URL is no text",
      { type: "image_url", image_url: { url: ["data:a"] } },
      5_000,
    ],
    [
      "an image part whose URL names data",
      { type: "image_url", image_url: { url: "https://a.test/?data:a" } },
      5_000,
    ],
    ["a short sound", { type: "input_audio", input_audio: { data: "AA==" } }, 1_500],
  ])("counts %s beside its bytes", (_name, block, tokens) => {
    const body = askWith(block);
    expect(limitOf(body)).toBe(bytesOf(body).length + tokens);
  });

  it("counts an image in the system prompt as a constant, too", () => {
    const body = { system: [image({ type: "base64", data: base64 })], messages: [] };
    expect(limitOf(body)).toBe(bytesOf(body).length - base64.length + 5_000);
  });

  it("counts the bytes of a document in the body", () => {
    const pdf = document({ type: "base64", media_type: "application/pdf", data: base64 });
    expect(limitOf(askWith(pdf))).toBeGreaterThan(base64.length);
    const file = { type: "file", file: { file_data: `data:application/pdf;base64,${base64}` } };
    expect(limitOf(askWith(file))).toBeGreaterThan(base64.length);
  });

  it("does not take the arguments of a tool for an image", () => {
    const input = { content: [image({ type: "base64", data: base64 })] };
    const call = askWith({ type: "tool_use", id: "t", name: "draw", input });
    expect(limitOf(call)).toBe(bytesOf(call).length);
  });

  it.each([{ messages: 5 }, { messages: [null, 1, { content: [null, "x", { type: 1 }] }] }, {}])(
    "is the number of bytes of an invalid body: %j",
    (body) => {
      expect(limitOf(body)).toBe(bytesOf(body).length);
    },
  );

  it.each(formatNames)("is never below the estimate of the conversation of %s", (name) => {
    const format = formatOf(name);
    const head = format.readHead(new Headers({ "anthropic-version": "2023-06-01" }));
    const check = (body: JsonObject) => {
      const conversation = format.parseRequest(body, head).conversation();
      expect(limitOf(body)).toBeGreaterThanOrEqual(estimateInputTokens(conversation));
    };
    fc.assert(fc.property(anyRequests(name), check));
    for (const { body } of maximalRequests[name]) check(body);
  });
});

describe("the estimate of an input", () => {
  it("is a quarter of the bytes of text", () => {
    const body = { messages: [{ role: "user", content: "x".repeat(4_000) }] };
    expect(estimateOf(body)).toBe(Math.ceil(bytesOf(body).length / 4));
  });

  it("does not take the bytes of an image for text", () => {
    const body = askWith(image({ type: "base64", data: base64 }));
    expect(estimateOf(body)).toBeLessThan(1_600);
  });

  it("adds the same number for each image, document and sound", () => {
    const body = {
      messages: [
        {
          content: [
            image({ type: "url", url: "https://a.test/i.png" }),
            document({ type: "url", url: "https://a.test/d.pdf" }),
            document({ type: "base64", data: "JVBERi0=" }),
          ],
        },
      ],
    };
    expect(estimateOf(body)).toBe(Math.ceil(bytesOf(body).length / 4) + 3 * 1_500);
  });
});
