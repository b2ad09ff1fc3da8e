import { getEventListeners } from "node:events";
import type { Answer, ByteSource } from "@diglot/core";
import { describe, expect, it, vi } from "vitest";
import { abortable } from "./web.js";

const block = new Uint8Array([1]);

/** The source of an answer with this body, abortable by a signal. */
function sourceOf(body: Partial<ByteSource>, { signal }: AbortController): ByteSource {
  const whole: ByteSource = { read: () => undefined, cancel: async () => undefined, ...body };
  const answer: Answer = abortable({ status: 200, headers: [], body: whole }, signal);
  if (answer.body === undefined || answer.body instanceof Uint8Array) throw new Error("No source.");
  return answer.body;
}

const listenersOf = ({ signal }: AbortController) => getEventListeners(signal, "abort").length;

describe("abortable", () => {
  it("listens to the signal only while a read is under way", async () => {
    const caller = new AbortController();
    const blocks = [block, block];
    const source = sourceOf({ read: async () => blocks.pop() }, caller);
    for (const expected of [block, block, undefined]) {
      const reading = source.read();
      expect(listenersOf(caller)).toBe(1);
      expect(await reading).toBe(expected);
      await Promise.resolve();
      expect(listenersOf(caller)).toBe(0);
    }
  });

  it("stops listening when a read fails", async () => {
    const caller = new AbortController();
    const failure = new Error("cut");
    const throwing = () => {
      throw failure;
    };
    for (const read of [() => Promise.reject(failure), throwing]) {
      await expect(sourceOf({ read }, caller).read()).rejects.toBe(failure);
      await Promise.resolve();
      expect(listenersOf(caller)).toBe(0);
    }
  });

  it("ends a read with the reason of the signal, and cancels the source", async () => {
    const caller = new AbortController();
    const cancel = vi.fn(async () => {
      throw new Error("cannot be cancelled");
    });
    const source = sourceOf({ read: () => new Promise(() => undefined), cancel }, caller);
    const reason = new Error("enough");
    const reading = source.read();
    caller.abort(reason);
    await expect(reading).rejects.toBe(reason);
    expect(cancel).toHaveBeenCalledExactlyOnceWith(reason);
    expect(listenersOf(caller)).toBe(0);
    await expect(source.read()).rejects.toBe(reason);
    expect(listenersOf(caller)).toBe(0);
  });
});
