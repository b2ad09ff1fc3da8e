import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { defaultSizeLimits } from "../../http/size-limits.js";
import { createTurns } from "../../runtime/turns.js";
import type { RelayReply } from "../model.js";
import { createReplyGuard } from "./guard.js";
import type { ReplyListener } from "./listener.js";
import { defaultTimeouts } from "./timeouts.js";

const twoBytes = new Uint8Array(2);

/** A relayed stream of two bytes at a time, opened by a guard with a limit of five bytes. */
async function relayed(change: Partial<RelayReply> = {}, listener?: ReplyListener) {
  const clock = createFakeClock();
  const end = vi.fn();
  const controller = new AbortController();
  const arrived: ((block: Uint8Array | undefined) => void)[] = [];
  const body = {
    read: vi.fn(() => new Promise<Uint8Array | undefined>((resolve) => arrived.push(resolve))),
    cancel: vi.fn(async (_reason?: unknown) => undefined),
  };
  const guard = createReplyGuard(
    {
      clock,
      timeouts: { firstEvent: 100, betweenEvents: 10, total: 1_000 },
      sizeLimits: { ...defaultSizeLimits, replyCharacters: 5 },
      turns: createTurns(clock),
    },
    { signal: controller.signal, end },
    listener,
  );
  const given: RelayReply = {
    ...{ kind: "relay", status: 201, headers: [["a", "b"]], body },
    untilContent: async () => undefined,
    ...change,
  };
  const reply = await guard.open(() => given);
  if (reply.kind !== "relay") throw new Error("A relayed reply stays one.");
  const source = reply.body instanceof Uint8Array ? undefined : reply.body;
  /** Reads a block that arrives after so many milliseconds. */
  const readAfter = async (milliseconds: number, block: Uint8Array | undefined) => {
    const read = source?.read();
    await flushPromises();
    clock.advance(milliseconds);
    arrived.shift()?.(block);
    return read;
  };
  return { ...{ reply, source, given, body, readAfter }, ...{ clock, controller, end } };
}

const timedOut = expect.objectContaining({ kind: "upstream_timeout" });

describe("a relayed stream behind a guard", () => {
  it("passes unchanged, and is over with its last block", async () => {
    const { reply, readAfter, end, clock, body } = await relayed();
    expect(reply).toMatchObject({ kind: "relay", status: 201, headers: [["a", "b"]] });
    expect([await readAfter(0, twoBytes), await readAfter(0, twoBytes)]).toEqual([
      twoBytes,
      twoBytes,
    ]);
    expect(end).not.toHaveBeenCalled();
    expect(await readAfter(0, undefined)).toBeUndefined();
    expect(end.mock.calls).toEqual([[undefined]]);
    expect([clock.pending, body.cancel.mock.calls]).toEqual([0, []]);
    expect(body.read).toHaveBeenCalledTimes(3);
  });

  it("is content from its first block on, for whoever listens", async () => {
    const noteContent = vi.fn();
    const { readAfter } = await relayed({}, { noteContent });
    expect(noteContent).not.toHaveBeenCalled();
    for (const block of [twoBytes, twoBytes, undefined]) await readAfter(0, block);
    expect(noteContent).toHaveBeenCalledTimes(1);
  });

  it("is no content if it has no block", async () => {
    const noteContent = vi.fn();
    const { readAfter } = await relayed({}, { noteContent });
    expect(await readAfter(0, undefined)).toBeUndefined();
    expect(noteContent).not.toHaveBeenCalled();
  });

  it("may have as many bytes as its limit, and not one more", async () => {
    const { readAfter, end, body } = await relayed();
    await readAfter(0, twoBytes);
    await readAfter(0, new Uint8Array(3));
    await expect(readAfter(0, new Uint8Array(1))).rejects.toMatchObject({
      kind: "upstream_bad_response",
    });
    expect(body.cancel.mock.calls).toEqual([["limit"]]);
    expect(end).toHaveBeenCalledTimes(1);
  });

  it("has the whole time again after each block if nobody counts its events", async () => {
    const { readAfter } = await relayed();
    await readAfter(0, new Uint8Array());
    for (let block = 0; block < 3; block++) {
      expect(await readAfter(9, new Uint8Array())).toEqual(new Uint8Array());
    }
  });

  it("has the whole time again only after a block with events if they are counted", async () => {
    let events = 1;
    const { readAfter, body } = await relayed({ countEvents: () => events });
    await readAfter(0, new Uint8Array());
    events = 2;
    await readAfter(9, new Uint8Array());
    await readAfter(9, new Uint8Array());
    await expect(readAfter(1, new Uint8Array())).rejects.toEqual(timedOut);
    expect(body.cancel.mock.calls).toEqual([["timeout"]]);
  });

  it("ends with the request, and its upstream is told", async () => {
    const { source, controller, end, body } = await relayed();
    const read = source?.read();
    controller.abort(new Error("gone"));
    await expect(read).rejects.toThrow("gone");
    expect(body.cancel.mock.calls).toEqual([["client_abort"]]);
    expect(end.mock.calls).toEqual([[new Error("gone")]]);
  });
});

describe("a relayed reply that is there as a whole", () => {
  it("is over at once, and keeps no timer", async () => {
    const { reply, given, end, clock } = await relayed({ body: twoBytes });
    expect(reply).toBe(given);
    expect(end.mock.calls).toEqual([[undefined]]);
    expect(clock.pending).toBe(0);
  });

  it("is content as a whole, unless it comes too late", async () => {
    const noteContent = vi.fn();
    await relayed({ body: twoBytes }, { noteContent });
    expect(noteContent).toHaveBeenCalledTimes(1);
    const clock = createFakeClock();
    const late = createReplyGuard(
      {
        clock,
        timeouts: { ...defaultTimeouts, firstEvent: 100 },
        sizeLimits: defaultSizeLimits,
        turns: createTurns(clock),
      },
      { signal: new AbortController().signal, end: vi.fn() },
      { noteContent },
    );
    let arrive = (_reply: RelayReply): void => undefined;
    const arriving = new Promise<RelayReply>((resolve) => {
      arrive = resolve;
    });
    const opening = late.open(() => arriving);
    opening.catch(() => undefined);
    clock.advance(100);
    arrive({
      ...{ kind: "relay", status: 200, headers: [], body: twoBytes },
      untilContent: async () => undefined,
    });
    await expect(opening).rejects.toEqual(timedOut);
    expect(noteContent).toHaveBeenCalledTimes(1);
  });
});

describe("the times of a service that sets none", () => {
  it("are five minutes for an event, and an hour for a reply", () => {
    const minute = 60_000;
    expect(defaultTimeouts).toEqual({
      ...{ firstEvent: 5 * minute, betweenEvents: 5 * minute, total: 60 * minute },
    });
  });
});
