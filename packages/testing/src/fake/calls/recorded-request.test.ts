import { describe, expect, it } from "vitest";
import { formatOf, recordRequest, withoutPrefix } from "./recorded-request.js";

describe("the format of a path", () => {
  it.each([
    ["/v1/messages", "messages"],
    ["/v1/messages/", "messages"],
    ["/v1/messages?beta=true", "messages"],
    ["/v1/messages/count_tokens", "messages"],
    ["/v1/chat/completions/#part", "chat-completions"],
    ["/v1/messagesandmore", undefined],
    ["/v1/models", undefined],
    ["/other?path=/v1/messages", undefined],
  ])("%s is %s", (target, format) => {
    expect(formatOf(target)).toBe(format);
  });
});

describe("a path before the API", () => {
  it.each([
    ["/proxy/a/v1/messages?x=1", "/v1/messages?x=1"],
    ["/v1/messages", "/v1/messages"],
    ["/other?to=/v1/messages", "/other?to=/v1/messages"],
  ])("of %s is taken off: %s", (target, rest) => {
    expect(withoutPrefix(target)).toBe(rest);
  });
});

describe("the record of a request", () => {
  const record = (body: Parameters<typeof recordRequest>[0]["body"]) =>
    recordRequest({
      ...{ method: "POST", target: "/v1/messages?key=sk-0123456789abcd&beta=true" },
      headers: new Headers({ "X-Api-Key": "sk-0123456789abcd" }),
      signal: new AbortController().signal,
      body,
    });

  it("shows no credential of its path and headers", () => {
    const { request } = record({ kind: "empty" });
    expect(request.path).toBe("/v1/messages?key=***abcd&beta=true");
    expect(request.headers).toEqual({ "x-api-key": "***abcd" });
    expect([request.text, request.body]).toEqual(["", undefined]);
  });

  it("has the body however it comes", async () => {
    const text = '{"a":1}';
    const bytes = new TextEncoder().encode(text);
    const blocks = [bytes.subarray(0, 3), bytes.subarray(3)];
    const parsed = record({ kind: "parsed", value: { a: 1 } });
    expect(parsed.request.text).toBe(text);

    const source = { read: () => blocks.shift(), cancel: async () => undefined };
    const read = record({ kind: "source", source });
    if (read.body.kind !== "source") expect.fail("It is no source.");
    while (await read.body.source.read());
    expect(read.request.body).toEqual({ a: 1 });

    const streamed = record({ kind: "stream", chunks: oneByOne(bytes) });
    if (streamed.body.kind !== "stream") expect.fail("It is no stream.");
    for await (const block of streamed.body.chunks) block.fill(0);
    expect(streamed.request.text).toBe(text);
  });
});

/** Bytes one by one, in a block that is used again. */
async function* oneByOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const block = new Uint8Array(1);
  for (const byte of bytes) {
    block[0] = byte;
    yield block;
  }
}
