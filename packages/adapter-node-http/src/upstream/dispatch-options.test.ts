import { describe, expect, it } from "vitest";
import { toDispatchOptions } from "./dispatch-options.js";

const target = { origin: "http://one.example", path: "/v1/messages" };

/** A request to send, with these headers and this body. */
function requestOf(headers: readonly (readonly [string, string])[], body?: Uint8Array) {
  const { signal } = new AbortController();
  return toDispatchOptions(target, {
    ...{ method: "POST" as const, url: "http://one.example/v1/messages", signal },
    headers,
    ...(body && { body }),
  });
}

describe("a request for undici", () => {
  it("has all headers but those of the connection and of the length, which undici writes", () => {
    const { headers } = requestOf([
      ["x-api-key", "sk-1"],
      ["connection", "close"],
      ["content-length", "7"],
      ["keep-alive", "timeout=5"],
      ["transfer-encoding", "chunked"],
      ["content-type", "application/json"],
    ]);
    expect(headers).toEqual(["x-api-key", "sk-1", "content-type", "application/json"]);
  });

  it("has no body, or a small one as it is", () => {
    const small = new Uint8Array(64 * 1024);
    expect(requestOf([]).body).toBeNull();
    expect(requestOf([], small)).toMatchObject({ ...target, headers: [], body: small });
  });

  it("has a large body in pieces, with its length", async () => {
    const large = Uint8Array.from({ length: 64 * 1024 + 1 }, (_, index) => index % 251);
    const { body, headers } = requestOf([], large);
    const pieces: Uint8Array[] = [];
    for await (const piece of body as AsyncIterable<Uint8Array>) pieces.push(piece);
    expect(headers).toEqual(["content-length", "65537"]);
    expect(pieces.map(({ length }) => length)).toEqual([64 * 1024, 1]);
    expect(Buffer.concat(pieces)).toEqual(Buffer.from(large));
  });
});
