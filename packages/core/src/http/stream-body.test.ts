import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import type { ConversationEvent } from "../conversation/events.js";
import { createStreamBody, type StreamBodyParts } from "./stream-body.js";

function say(text: string): ConversationEvent {
  return { type: "delta", index: 0, delta: { type: "text", text } };
}

function encodeEvent(event: ConversationEvent): string {
  if (event.type !== "delta" || event.delta.type !== "text") return `<${event.type}>`;
  if (event.delta.text === "unspeakable") throw new Error("cannot be encoded");
  return event.delta.text;
}

function encode(events: readonly ConversationEvent[]): Uint8Array {
  return new TextEncoder().encode(events.map(encodeEvent).join(""));
}

type Batch = readonly ConversationEvent[] | undefined;
type Parts = StreamBodyParts<readonly ConversationEvent[]>;

/** A body over events that the test supplies. */
function bodyOf(change: Partial<Parts> = {}) {
  const clock = createFakeClock();
  const waiting: { resolve(batch: Batch): void; reject(error: unknown): void }[] = [];
  const read = vi.fn(
    () => new Promise<Batch>((resolve, reject) => waiting.push({ resolve, reject })),
  );
  const cancel = vi.fn(async (_reason?: unknown) => undefined);
  const fail = vi.fn((error: unknown): string | undefined => `failed: ${(error as Error).message}`);
  const body = createStreamBody({
    first: [say("first")],
    source: { read, cancel },
    clock,
    pingInterval: 10,
    encode,
    ping: () => "ping",
    fail,
    ...change,
  });
  const next = async () => {
    const block = await body.read();
    return block && new TextDecoder().decode(block);
  };
  return { body, clock, read, cancel, fail, next, source: () => waiting[waiting.length - 1] };
}

/** A body whose first batch has been read already. */
async function begun(change: Partial<Parts> = {}) {
  const parts = bodyOf(change);
  await parts.next();
  return parts;
}

describe("createStreamBody", () => {
  it("returns the first batch in one block, without asking for more", async () => {
    const { next, read } = bodyOf({ first: [say("a"), say("b"), say("é")] });
    expect(await next()).toBe("abé");
    expect(read).not.toHaveBeenCalled();
  });

  it("asks for a batch with each read, and never ahead", async () => {
    const { next, read, source } = await begun();
    const second = next();
    source()?.resolve([say("b"), say("c")]);
    expect(await second).toBe("bc");
    await flushPromises();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it("ends when the events end, and leaves no timer", async () => {
    const { next, source, clock } = await begun();
    const last = next();
    source()?.resolve(undefined);
    expect([await last, await next(), clock.pending]).toEqual([undefined, undefined, 0]);
  });

  describe("a source that has its batches at hand", () => {
    /** A body over these batches. */
    const bodyFrom = (...batches: (Batch | Promise<Batch>)[]) =>
      bodyOf({ source: { read: () => batches.shift(), cancel: async () => undefined } });

    it("is read at once, past batches that the format does not show, to its end", async () => {
      const { next, fail } = bodyFrom([say("")], [say("b")]);
      expect([await next(), await next(), await next()]).toEqual(["first", "b", undefined]);
      expect(fail).not.toHaveBeenCalled();
    });

    it("is read on after a late batch that the format does not show", async () => {
      const { next, clock } = bodyFrom(Promise.resolve([say("")]), [say("b")]);
      expect([await next(), await next(), await next()]).toEqual(["first", "b", undefined]);
      expect(clock.pending).toBe(0);
    });
  });

  describe("pings", () => {
    it("are sent while a read is pending and the model is silent, one for each period", async () => {
      const { next, clock, read, source } = await begun();
      const second = next();
      clock.advance(9);
      await flushPromises();
      clock.advance(1);
      expect(await second).toBe("ping");
      const third = next();
      clock.advance(10);
      expect(await third).toBe("ping");
      const fourth = next();
      source()?.resolve([say("data")]);
      expect(await fourth).toBe("data");
      expect(read).toHaveBeenCalledTimes(1);
    });

    it("are sent while the format shows none of the events", async () => {
      const { next, clock, read, source } = await begun();
      const waited = next();
      clock.advance(6);
      source()?.resolve([say("")]);
      await flushPromises();
      clock.advance(6);
      expect(await waited).toBe("ping");
      source()?.resolve([say("")]);
      await flushPromises();
      expect(read).toHaveBeenCalledTimes(2);
      const later = next();
      source()?.resolve([say("b")]);
      expect(await later).toBe("b");
    });

    it("are not sent while nobody reads", async () => {
      const { next, clock, source } = await begun();
      const second = next();
      clock.advance(10);
      expect(await second).toBe("ping");
      clock.advance(1_000);
      expect(clock.pending).toBe(0);
      source()?.resolve([say("data")]);
      await flushPromises();
      clock.advance(1_000);
      expect(await next()).toBe("data");
    });

    it("that are empty are not sent", async () => {
      const { next, clock, source } = await begun({ ping: () => "" });
      const second = next();
      clock.advance(10);
      source()?.resolve([say("data")]);
      expect(await second).toBe("data");
    });

    it("are not sent between frequent events", async () => {
      const { next, clock, source } = await begun();
      for (let event = 0; event < 10; event++) {
        const block = next();
        clock.advance(9);
        source()?.resolve([say(`${event}`)]);
        expect(await block).toBe(`${event}`);
      }
    });

    it("do not hide an end that comes between two reads", async () => {
      const { next, clock, source } = await begun();
      const second = next();
      clock.advance(10);
      await second;
      source()?.resolve(undefined);
      await flushPromises();
      expect([await next(), await next()]).toEqual([undefined, undefined]);
    });
  });

  describe("a failure", () => {
    it("becomes the last frame", async () => {
      const { next, source, fail, clock } = await begun();
      const second = next();
      source()?.reject(new Error("broken"));
      expect([await second, await next()]).toEqual(["failed: broken", undefined]);
      expect([fail.mock.calls.length, clock.pending]).toEqual([1, 0]);
    });

    it("that comes between two reads is not lost", async () => {
      const { next, source, clock } = await begun();
      const second = next();
      clock.advance(10);
      await second;
      source()?.reject(new Error("broken"));
      await flushPromises();
      expect([await next(), await next()]).toEqual(["failed: broken", undefined]);
    });

    it("rejects if no frame can be written for it", async () => {
      const { next, source } = await begun({ fail: () => undefined });
      const second = next();
      source()?.reject(new Error("gone"));
      await expect(second).rejects.toThrow("gone");
      expect(await next()).toBeUndefined();
    });

    it("to encode an event ends the stream and the model", async () => {
      const { next, source, cancel } = await begun();
      const second = next();
      source()?.resolve([say("unspeakable")]);
      expect([await second, await next()]).toEqual(["failed: cannot be encoded", undefined]);
      expect(cancel).toHaveBeenCalledTimes(1);
    });

    it("to encode the first event does so, too", async () => {
      const { next, cancel } = bodyOf({ first: [say("unspeakable")] });
      expect([await next(), await next()]).toEqual(["failed: cannot be encoded", undefined]);
      expect(cancel).toHaveBeenCalledTimes(1);
    });
  });

  describe("cancel", () => {
    it("ends a pending read at once and stops the model", async () => {
      const { body, next, cancel, clock } = await begun();
      const second = next();
      await body.cancel("enough");
      expect([await second, await next()]).toEqual([undefined, undefined]);
      expect([cancel.mock.calls, clock.pending]).toEqual([[["enough"]], 0]);
    });

    it("is not a failure, although the events reject because of it", async () => {
      const parts = await begun();
      parts.cancel.mockImplementation(
        async (reason) => parts.source()?.reject(reason) as undefined,
      );
      const second = parts.next();
      await parts.body.cancel(new Error("enough"));
      expect(await second).toBeUndefined();
      await flushPromises();
      expect(parts.fail).not.toHaveBeenCalled();
      expect(await parts.next()).toBeUndefined();
    });

    it("drops what arrived while no read was pending", async () => {
      const { body, next, source, clock } = await begun();
      const second = next();
      clock.advance(10);
      await second;
      source()?.resolve([say("data")]);
      await flushPromises();
      await body.cancel();
      expect(await next()).toBeUndefined();
    });

    it("drops what arrives after it", async () => {
      const { body, next, source } = await begun();
      const second = next();
      await body.cancel();
      source()?.resolve([say("late")]);
      await flushPromises();
      expect([await second, await next()]).toEqual([undefined, undefined]);
    });

    it("before the first read ends the body", async () => {
      const { body, next, read } = bodyOf();
      await body.cancel();
      expect(await next()).toBeUndefined();
      expect(read).not.toHaveBeenCalled();
    });

    it("may be called repeatedly, also after the end", async () => {
      const { body, next, source } = await begun();
      const second = next();
      source()?.resolve(undefined);
      await second;
      await body.cancel();
      await body.cancel();
      expect(await next()).toBeUndefined();
    });
  });
});
