import { describe, expect, it } from "vitest";
import type { Format } from "../../formats/format.js";
import { servedPaths, unknownPath } from "./unknown-path.js";

/** The members of a format that the message uses. */
const formatOf = (members: Partial<Format>) => members as Format;

const chat = formatOf({
  name: "chat-completions",
  path: "/v1/chat/completions",
  clientPaths: ["/chat/completions"],
});
const messages = formatOf({
  name: "messages",
  path: "/v1/messages",
  countTokensPath: "/v1/messages/count_tokens",
  clientPaths: ["/v1/messages", "/messages"],
});
const local = formatOf({ name: "local", path: "/local/chat" });

const settings = { formats: [messages, chat, local] as [Format, ...Format[]], basePath: "" };

function errorFor(target: string, { basePath = "", format = chat, method = "POST" } = {}) {
  return unknownPath({ method, target }, format, { ...settings, basePath });
}

const messageFor = (...asked: Parameters<typeof errorFor>) => errorFor(...asked).message;

/** What the base URL should have after the server's address, in words. */
function adviceFor(...asked: Parameters<typeof errorFor>): string | undefined {
  return /should probably be (.+)\.$/.exec(messageFor(...asked))?.[1];
}

describe("the message for an unknown path", () => {
  it("says what was asked for, and what there is", () => {
    expect(messageFor("/v1/v1/messages")).toBe(
      "Nothing answers POST /v1/v1/messages. This service answers POST /v1/messages, POST /v1/messages/count_tokens, POST /v1/chat/completions, POST /local/chat, GET /v1/models and GET /v1/models/{id}. The base URL of this client should probably be this server's address alone.",
    );
  });

  it.each([
    ["/v1/v1/messages", ""],
    ["/v1/messages/v1/messages", ""],
    ["/v1/v1/messages/count_tokens", ""],
    ["/messages", "/v1"],
    ["/messages/", "/v1"],
    ["/messages/count_tokens?beta=true", "/v1"],
    ["/v1/chat/completions/chat/completions", "/v1"],
    ["/v1/v1/chat/completions", "/v1"],
    ["/chat/completions", "/v1"],
    ["/models", "/v1"],
    ["/v1/local/chat", ""],
  ])("reads from %s what the base URL should be", (target, base) => {
    const words = base === "" ? "alone" : `followed by ${base}`;
    expect(adviceFor(target)).toBe(`this server's address ${words}`);
  });

  it("goes by the format of the request for the list of models", () => {
    expect(adviceFor("/v1/v1/models", { format: messages })).toBe("this server's address alone");
    expect(adviceFor("/v1/v1/models", { format: chat })).toMatch(/ followed by \/v1$/);
    expect(adviceFor("/v1/v1/models", { format: local })).toBe("this server's address alone");
  });

  it("goes by the longest end of the path that clients append", () => {
    const short = formatOf({ name: "short", path: "/v2/chat", clientPaths: ["/chat", "/v2/chat"] });
    for (const clientPaths of [
      ["/chat", "/v2/chat"],
      ["/v2/chat", "/chat"],
    ]) {
      const format = { ...short, clientPaths } as Format;
      const { message } = unknownPath({ method: "POST", target: "/v2/v2/chat" }, format, {
        formats: [format],
        basePath: "",
      });
      expect(message).toContain("should probably be this server's address alone.");
    }
  });

  it("knows formats whose counter is elsewhere, and clients that append something else", () => {
    const elsewhere = formatOf({
      name: "elsewhere",
      path: "/v2/ask",
      countTokensPath: "/v2/count",
      clientPaths: ["/ask", "/other"],
    });
    const advice = (target: string) =>
      unknownPath({ method: "POST", target }, elsewhere, { formats: [elsewhere], basePath: "/ai" })
        .message;
    expect(advice("/ask")).toMatch(/should probably be .* followed by \/ai\/v2\.$/);
    expect(advice("/other")).toMatch(/should probably be .* followed by \/ai\.$/);
  });

  it("names a format of its own alone", () => {
    const error = unknownPath({ method: "GET", target: "/x" }, local, {
      formats: [local],
      basePath: "",
    });
    expect(error.message).toMatch(
      /As its base URL a client needs this server's address alone for local\.$/,
    );
  });

  it("shows 200 characters of a path, whole ones", () => {
    expect(messageFor(`/${"x".repeat(199)}`)).toContain(` /${"x".repeat(199)}. `);
    expect(messageFor(`/${"x".repeat(200)}`)).toContain(` /${"x".repeat(199)}…. `);
  });

  it("counts the base path in", () => {
    const basePath = "/ai";
    expect(adviceFor("/v1/messages", { basePath })).toBe("this server's address followed by /ai");
    expect(adviceFor("/v1/chat/completions", { basePath })).toMatch(/ followed by \/ai\/v1$/);
    expect(adviceFor("/models", { basePath })).toMatch(/ followed by \/ai\/v1$/);
    expect(messageFor("/", { basePath })).toContain("POST /ai/v1/messages, ");
  });

  it.each(["/v1/responses", "/", "/v1", "/v1/completions"])(
    "names the base URL of each format for %s, which no client of these formats asks for",
    (target) => {
      expect(messageFor(target)).toMatch(
        /\. As its base URL a client needs this server's address alone for messages, this server's address followed by \/v1 for chat-completions and this server's address alone for local\.$/,
      );
    },
  );

  it.each([
    ["/v1/responses", "the Responses API"],
    ["/responses/resp_1/cancel", "the Responses API"],
    ["/v1/completions", "the older Completions API"],
    ["/v1/complete", "the older Text Completions API"],
    ["/v1/embeddings", "the Embeddings API"],
    ["/v1/messages/batches", "the Message Batches API"],
    ["/v1/batches", "the Batch API"],
    ["/v1/batches/batch_1", "the Batch API"],
    ["/v1/files", "the Files API"],
    ["/v1/files/file_1", "the Files API"],
  ])("names the API of %s", (target, name) => {
    expect(messageFor(target)).toContain(
      `Nothing answers POST ${target}. It belongs to ${name}, which this service does not speak. This service answers `,
    );
  });

  it.each([
    "/chat/completions",
    "/v1/v1/messages",
    "/v1/responsesx",
    "/v1/completions/cmpl_1",
    "/v1/completed",
    "/v1/embeddings/1",
  ])("names no other API for %s", (target) => {
    expect(messageFor(target)).not.toContain("It belongs to");
  });

  it("shows of the target neither the query nor the origin", () => {
    const { message } = errorFor("http://user:secret@host.test/v1/nothing?key=secret");
    expect(message).toMatch(/^Nothing answers POST \/v1\/nothing\. /);
    expect(message).not.toContain("secret");
  });

  it("cuts what is long, and escapes what is not plain", () => {
    expect(messageFor(`/${"x".repeat(100_000)}`).length).toBeLessThan(800);
    expect(messageFor(`/${"\u202e".repeat(1_000)}`).length).toBeLessThan(800);
    expect(messageFor('/a\n\u001b[31m<b>"\u202e')).toContain(
      "/a\\u000a\\u001b\\u005b31m\\u003cb\\u003e\\u0022\\u202e. ",
    );
    expect(messageFor("/x", { method: "M".repeat(1_000) }).length).toBeLessThan(800);
  });

  it("H05 says of the target * only that nothing answers", () => {
    expect(errorFor("*", { method: "OPTIONS" })).toMatchObject({
      kind: "bad_request",
      message: "Nothing answers OPTIONS *.",
    });
  });
});

describe("servedPaths", () => {
  it("lists the paths of the formats, below the base path", () => {
    expect(servedPaths({ formats: [messages], basePath: "/ai" })).toEqual([
      "POST /ai/v1/messages",
      "POST /ai/v1/messages/count_tokens",
      "GET /ai/v1/models",
      "GET /ai/v1/models/{id}",
    ]);
  });
});
