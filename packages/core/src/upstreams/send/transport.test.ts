import { describe, expect, it, vi } from "vitest";
import { createFetchTransport } from "./transport.js";

const request = {
  method: "POST",
  url: "http://upstream.test/v1",
  headers: [["x-a", "b"]],
  signal: new AbortController().signal,
} as const;

/** The answer of a transport whose `fetch` gives this response. */
function answered(response: Response) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => response);
  return { fetch, answer: createFetchTransport(fetch)(request) };
}

describe("createFetchTransport", () => {
  it("sends what it is given, and follows no redirect", async () => {
    const { fetch, answer } = answered(new Response("moved", { status: 302 }));
    expect((await answer).status).toBe(302);
    const { url, ...init } = request;
    expect(fetch).toHaveBeenCalledExactlyOnceWith(url, { ...init, redirect: "manual" });
  });

  it("reads a body block by block, without the empty ones", async () => {
    const blocks = [[1], [], [2, 3], []].map((bytes) => new Uint8Array(bytes));
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const block = blocks.shift();
        if (block) controller.enqueue(block);
        else controller.close();
      },
    });
    const { body } = await answered(new Response(stream)).answer;
    const read = [await body.read(), await body.read(), await body.read()];
    expect(read.map((block) => block && [...block])).toEqual([[1], [2, 3], undefined]);
  });

  it("reads and cancels an answer without a body", async () => {
    const { body } = await answered(new Response(null, { status: 204 })).answer;
    expect(await body.read()).toBeUndefined();
    await expect(body.cancel("gone")).resolves.toBeUndefined();
  });

  it("cancels a body with the reason", async () => {
    const cancel = vi.fn();
    const { body } = await answered(new Response(new ReadableStream({ cancel }))).answer;
    await body.cancel("gone");
    expect(cancel).toHaveBeenCalledExactlyOnceWith("gone");
  });
});
