import { formatNames } from "@diglot/test-support/requests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyRequests } from "../../test/arbitraries.js";
import { maximalRequests } from "../../test/maximal-requests.js";
import { estimateInputTokens } from "../conversation/usage/estimate.js";
import type { JsonObject } from "../json/value.js";
import { formatOf } from "../translation/parties.js";
import { inputLimitOf, measureInput } from "./input-limit.js";

const base64 = "A".repeat(400_000);
const askWith = (block: unknown) => ({ messages: [{ role: "user", content: [block] }] });
const bytesOf = (body: JsonObject) => new TextEncoder().encode(JSON.stringify(body));
const sizeOf = (body: JsonObject) => measureInput(bytesOf(body), body);
const limitOf = (body: JsonObject, window?: number, media?: object) =>
  inputLimitOf(sizeOf(body), window, media);
const estimateOf = (body: JsonObject) => measureInput(bytesOf(body), body).estimate;

const image = (source: unknown) => ({ type: "image", source });
const document = (source: unknown) => ({ type: "document", source });
const png = (data: unknown) => image({ type: "base64", media_type: "image/png", data });
const pdf = (data: unknown) => document({ type: "base64", media_type: "application/pdf", data });
const imageUrl = (url: unknown, more = {}) => ({ type: "image_url", image_url: { url, ...more } });
const file = (more: object) => ({ type: "file", file: more });

describe("the limit of an input", () => {
  it("is the number of bytes of a body that contains only text", () => {
    const body = { model: "m", system: "ö", messages: [{ role: "user", content: "hi" }] };
    expect(limitOf(body)).toBe(bytesOf(body).length);
  });

  it.each([
    ["Messages", png(base64)],
    ["Chat Completions", imageUrl(`data:image/png;base64,${base64}`)],
    ["a tool's result", { type: "tool_result", content: [png(base64)] }],
    ["a document of blocks", document({ type: "content", content: [png(base64)] })],
  ])("counts an image in the body of %s as a constant instead of its bytes", (_name, block) => {
    expect(limitOf(askWith(block))).toBeGreaterThan(5_000);
    expect(limitOf(askWith(block))).toBeLessThan(5_300);
  });

  it.each([
    ["an image by URL", image({ type: "url", url: "https://a.test/i.png" }), 5_000],
    ["an image by id", image({ type: "file", file_id: "file_1" }), 5_000],
    ["an image by URL with data", image({ type: "url", data: "AA==" }), 5_000],
    ["an image whose data is no text", png(3), 5_000],
    ["an image part", imageUrl("https://a.test/i"), 5_000],
    ["an image part that is a URL", { type: "image_url", image_url: "https://a.test/i" }, 5_000],
    ["an image part whose URL names data", imageUrl("https://a.test/data:image/"), 5_000],
    ["an image part without encryption", imageUrl("http://a.test/i"), 5_000],
    ["an image in full detail", imageUrl("https://a.test/i", { detail: "original" }), 12_000],
    ["a document that is text", document({ type: "text", data: "hi" }), 0],
    ["text in base64", document({ type: "base64", media_type: "text/plain", data: "aGk=" }), 0],
    ["a file that is text", file({ file_data: "data:text/csv;base64,aGk=" }), 0],
    ["a result of a search", { type: "web_search_tool_result", content: [] }, 0],
    ["a result of nothing", { type: "tool_result" }, 0],
    [
      "a page of text that was fetched",
      {
        type: "web_fetch_tool_result",
        content: { type: "web_fetch_result", content: document({ type: "text", data: "hi" }) },
      },
      0,
    ],
    ["a result of a server", { type: "mcp_tool_result", content: [{ type: "text" }] }, 0],
  ])("counts %s beside its bytes", (_name, block, tokens) => {
    const body = askWith(block);
    expect(limitOf(body)).toBe(bytesOf(body).length + tokens);
  });

  it.each([
    ...["text", "input_text", "output_text", "refusal", "thinking", "redacted_thinking"],
    ...["reasoning", "search_result", "tool_use", "server_tool_use", "mcp_tool_use"],
    ...["mcp_tool_listing", "tool_reference", "tool_addition", "tool_removal", "browser_state"],
    ...["compaction", "connector_text", "fallback", "advisor_tool_result"],
    ...["bash_code_execution_tool_result", "code_execution_tool_result"],
    ...["text_editor_code_execution_tool_result", "tool_search_tool_result"],
    "web_search_tool_result",
  ])("counts a block of type %s as its bytes", (type) => {
    const body = askWith({ type, text: "hi" });
    expect(limitOf(body)).toBe(bytesOf(body).length);
  });

  it("counts an image in full detail as a constant instead of its bytes", () => {
    const url = `data:image/png;base64,${base64}`;
    const body = askWith(imageUrl(url, { detail: "original" }));
    expect(limitOf(body)).toBe(bytesOf(body).length - url.length + 12_000);
  });

  /** A compressed page has any number of tokens, and a URL or an id says nothing of them. */
  const fills: readonly [string, object][] = [
    ["a PDF", pdf("JVBERi0=")],
    ["a PDF as an image", image({ type: "base64", media_type: "application/pdf", data: "AA==" })],
    [
      "what only sounds like an image",
      image({ type: "base64", media_type: "x-image/png", data: "AA==" }),
    ],
    [
      "an image of several types",
      image({ type: "base64", media_type: ["image/png"], data: "AA==" }),
    ],
    [
      "what only sounds like text",
      document({ type: "base64", media_type: "application/text/", data: "AA==" }),
    ],
    ["a text by URL", document({ type: "url", media_type: "text/plain", url: "https://a.test/t" })],
    ["a file by a URL that names data", file({ file_data: "https://a.test/data:text/" })],
    ["an image part of a scheme behind another", imageUrl("gs://bucket/https://a.test/i")],
    ["an image part whose URL is a number", imageUrl(3)],
    ["an image of no type", image({ type: "base64", data: "AA==" })],
    ["a document by URL", document({ type: "url", url: "https://a.test/d.pdf" })],
    ["a document by id", document({ type: "file", file_id: "file_1" })],
    ["a PDF in a tool's result", { type: "tool_result", content: [pdf("AA==")] }],
    ["a PDF in a server's result", { type: "mcp_tool_result", content: [pdf("AA==")] }],
    [
      "a page that was fetched",
      {
        type: "web_fetch_tool_result",
        content: { type: "web_fetch_result", content: pdf("AA==") },
      },
    ],
    ["an upload", { type: "container_upload", file_id: "file_1" }],
    ["a file by id", file({ file_id: "file_1" })],
    ["a file by URL", file({ file_data: "https://a.test/d.pdf" })],
    ["a PDF as a file", file({ file_data: "data:application/pdf;base64,AA==" })],
    ["a PDF as an image part", imageUrl("data:application/pdf;base64,AA==")],
    ["an image part of another scheme", imageUrl("gs://bucket/film.mp4")],
    ["an image part whose URL is no text", imageUrl(["data:a"])],
    ["a sound", { type: "input_audio", input_audio: { data: "AA==", format: "mp3" } }],
    ["a sound by URL", { type: "audio_url", audio_url: { url: "https://a.test/s" } }],
    ["a video by URL", { type: "video_url", video_url: { url: "https://a.test/v" } }],
    ["a video", { type: "input_video", input_video: { data: "AA==" } }],
    ["a block of no type", { image: "AA==" }],
  ];

  it.each(fills)("lets %s fill the context window", (_name, block) => {
    expect(limitOf(askWith(block), 200_000)).toBe(200_000);
    expect(limitOf(askWith(block))).toBe(1_000_000);
    expect(limitOf({ messages: [askWith(block).messages[0], askWith(block).messages[0]] })).toBe(
      1_000_000,
    );
  });

  it.each(fills)("takes the operator's word for %s", (_name, block) => {
    const body = askWith(block);
    expect(limitOf(body, 200_000, { other: 7_000 })).toBe(bytesOf(body).length + 7_000);
  });

  it("is never below the text beside a document", () => {
    const body = { messages: [{ content: "x".repeat(3_000) }, askWith(pdf("AA==")).messages[0]] };
    expect(limitOf(body, 1_000)).toBe(bytesOf(body).length);
  });

  it("takes the operator's word for images", () => {
    const body = askWith(imageUrl("https://a.test/i"));
    expect(limitOf(body, undefined, { image: 48_169 })).toBe(bytesOf(body).length + 48_169);
  });

  it("lets a spoken reply that is repeated by its id fill the context window", () => {
    const body = { messages: [{ role: "assistant", audio: { id: "audio_1" } }] };
    expect(limitOf(body, 128_000)).toBe(128_000);
  });

  it("says where the first sound is", () => {
    const sound = { type: "input_audio", input_audio: { data: "AA==", format: "wav" } };
    const body = { messages: [{ content: "hi" }, { content: [sound] }, { content: [sound] }] };
    expect(sizeOf(body).audioAt).toBe("/messages/1");
    const byUrl = { type: "audio_url", audio_url: { url: "https://a.test/s" } };
    expect(sizeOf(askWith(byUrl)).audioAt).toBe("/messages/0");
    expect(sizeOf({ system: [sound], messages: [] }).audioAt).toBe("/system");
    expect(sizeOf(askWith(pdf("AA=="))).audioAt).toBeUndefined();
  });

  it("counts an image in the system prompt as a constant, too", () => {
    const body = { system: [png(base64)], messages: [] };
    expect(limitOf(body)).toBe(bytesOf(body).length - base64.length + 5_000);
  });

  it("does not take the arguments of a tool for an image", () => {
    const input = { content: [image({ type: "base64", data: base64 })] };
    const call = askWith({ type: "tool_use", id: "t", name: "draw", input });
    expect(limitOf(call)).toBe(bytesOf(call).length);
  });

  it.each([{ messages: 5 }, { messages: [null, 1, { content: [null, "x"] }] }, {}])(
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
    const body = askWith(png(base64));
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
            imageUrl("https://a.test/i", { detail: "original" }),
          ],
        },
      ],
    };
    expect(estimateOf(body)).toBe(Math.ceil(bytesOf(body).length / 4) + 4 * 1_500);
  });
});
