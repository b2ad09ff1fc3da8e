import { PassThrough } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import type { NodeRequest } from "./node-types.js";
import { declaresBody, toBodySource } from "./request-body.js";

/** A request whose body the test writes. */
function openRequest(headers: Readonly<Record<string, string>> = {}) {
  const stream = new PassThrough();
  const request = Object.assign(stream, { headers, complete: false }) as unknown as NodeRequest;
  const listeners = () => stream.eventNames().map((name) => [name, stream.listenerCount(name)]);
  return { stream, request, listeners };
}

describe("a request", () => {
  it.each([
    ["no length", {}, false],
    ["a length of zero", { "content-length": "0" }, false],
    ["a length of one", { "content-length": "1" }, true],
    ["chunks", { "transfer-encoding": "chunked" }, true],
  ])("with %s declares a body: %j → %j", (_what, headers, expected) => {
    expect(declaresBody(openRequest(headers).request)).toBe(expected);
  });
});

describe("the source of a body", () => {
  it("leaves no listener on the request, however often it has waited, and when it stops waiting", async () => {
    const { stream, request, listeners } = openRequest();
    const source = toBodySource(request, () => undefined);
    const before = listeners();
    for (const text of ["one", "two", "three"]) {
      const reading = source.read();
      stream.write(text);
      expect(await reading).toEqual(Buffer.from(text));
      expect(listeners()).toEqual(before);
    }
    void source.read();
    expect(listeners()).not.toEqual(before);
    await source.cancel();
    expect(listeners()).toEqual(before);
  });

  it("says before each read that it is about to read", async () => {
    const { stream, request } = openRequest();
    const beforeRead = vi.fn();
    const source = toBodySource(request, beforeRead);
    stream.end("all");
    expect(await source.read()).toEqual(Buffer.from("all"));
    expect(await source.read()).toBeUndefined();
    expect(beforeRead).toHaveBeenCalledTimes(2);
  });

  it("fails when the client leaves while it waits", async () => {
    const { stream, request, listeners } = openRequest();
    const before = listeners();
    const reading = toBodySource(request, () => undefined).read();
    stream.destroy();
    await expect(reading).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(listeners()).toEqual(before);
  });

  it("fails with the error of the request, if it has one", async () => {
    const { stream, request } = openRequest();
    const reading = toBodySource(request, () => undefined).read();
    stream.on("error", () => undefined).destroy(new Error("The frame was malformed."));
    await expect(reading).rejects.toThrow("The frame was malformed.");
  });

  it.each([
    ["utf8", "grüße"],
    ["latin1", "grüße"],
    ["hex", "cafe"],
  ] as const)("gives bytes also if middleware has set the encoding %s", async (encoding, text) => {
    const { stream, request } = openRequest();
    stream.setEncoding(encoding);
    stream.end(Buffer.from(text, encoding));
    expect(await toBodySource(request, () => undefined).read()).toEqual(
      Buffer.from(text, encoding),
    );
  });
});
