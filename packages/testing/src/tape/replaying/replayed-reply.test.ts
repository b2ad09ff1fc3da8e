import type { Attempt, ConversationEvent } from "@diglot/core";
import { describe, expect, it, vi } from "vitest";
import type { RecordedReply } from "../tape.js";
import { openReplay } from "./replayed-reply.js";

const noted = (index: number): ConversationEvent => ({
  ...{ type: "delta", index: 0 },
  delta: { type: "text", text: `${index} ` },
});

const overloaded = { milliseconds: 30, kind: "overloaded", message: "Busy." } as const;

/** A reply that is played, and what becomes of its attempt and of its pace. */
function open(reply: RecordedReply) {
  const pace = { until: vi.fn(async () => undefined), stop: vi.fn() };
  const attempt = { watch: vi.fn(), close: vi.fn(async () => undefined) };
  const parts = { reply, pace, attempt: attempt as unknown as Attempt };
  return { pace, attempt, opened: openReplay(parts) };
}

describe("a reply that is played", () => {
  const events = [noted(0), noted(1), noted(2)];
  const reply: RecordedReply = {
    events: [
      [10, noted(0)],
      [10, noted(1)],
      [20, noted(2)],
    ],
  };

  it("gives what came at one moment at once, each at its time, and ends its attempt", async () => {
    const { pace, attempt, opened } = open(reply);
    const source = await opened;
    expect(await source.read()).toEqual(events.slice(0, 2));
    expect(attempt.close).not.toHaveBeenCalled();
    expect(await source.read()).toEqual(events.slice(2));
    expect(pace.until.mock.calls).toEqual([[10], [20]]);
    expect(attempt.close).toHaveBeenCalledExactlyOnceWith("completed", expect.anything());
    expect(await source.read()).toBeUndefined();
  });

  it("lets its attempt know what it has used so far, as far as that was reported", async () => {
    const { attempt, opened } = open({
      events: [
        [10, { type: "usage", usage: { input: 30 } }],
        [20, { type: "usage", usage: { output: 4 } }],
      ],
    });
    const source = await opened;
    const watched = () => attempt.watch.mock.calls[0]?.[0]();
    expect(watched()).toEqual({});
    await source.read();
    expect(watched()).toEqual({ input: 30 });
    await source.read();
    expect(watched()).toEqual({ input: 30, output: 4 });
    expect(attempt.close).toHaveBeenCalledExactlyOnceWith(
      "completed",
      expect.objectContaining({ input: 30, output: 4 }),
    );
  });

  it.each([
    ["timeout", "timeout"],
    ["shutdown", "shutdown"],
    [new Error("gone"), "client_abort"],
  ])("stops waiting when it is cancelled for %s, and ends its attempt as %s", async (why, end) => {
    const { pace, attempt, opened } = open(reply);
    const source = await opened;
    await source.read();
    await source.cancel(why);
    expect(pace.stop).toHaveBeenCalledOnce();
    expect(attempt.close).toHaveBeenCalledExactlyOnceWith(end, expect.anything());
    expect(await source.read()).toBeUndefined();
    await source.cancel("timeout");
    expect(attempt.close).toHaveBeenCalledOnce();
  });

  it("fails where it has failed: after its events, or before there is a reply", async () => {
    const within = open({ ...reply, error: overloaded });
    const source = await within.opened;
    await source.read();
    await source.read();
    expect(within.attempt.close).not.toHaveBeenCalled();
    await expect(source.read()).rejects.toMatchObject({ kind: "overloaded", message: "Busy." });
    const before = open({ events: [], error: { ...overloaded, retryAfterSeconds: 7 } });
    await expect(before.opened).rejects.toMatchObject({ retryAfterSeconds: 7 });
    for (const { attempt, pace } of [within, before]) {
      expect(attempt.close).toHaveBeenCalledExactlyOnceWith("upstream_error", expect.anything());
      expect(pace.until).toHaveBeenLastCalledWith(30);
    }
  });
});
