import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import type { AttemptEnd } from "../../conversation/attempt-end.js";
import type { ByteSource } from "../../http/exchange.js";
import { createCancellation } from "../../runtime/cancellation.js";
import { leaveBody } from "./leave-body.js";

/** Leaves a body that has some blocks left, and then ends or stays open. */
function leave(left: number, open = false, end: AttemptEnd = "completed") {
  let blocks = left;
  const cancel = vi.fn<ByteSource["cancel"]>(async () => undefined);
  const body: ByteSource = {
    async read() {
      if (blocks-- > 0) return new Uint8Array(1);
      return open ? new Promise(() => undefined) : undefined;
    },
    cancel,
  };
  const clock = createFakeClock();
  const caller = new AbortController();
  const cancellation = createCancellation(caller.signal);
  const done = leaveBody(body, end, clock, cancellation);
  return { done, cancel, clock, caller, signal: cancellation.signal };
}

describe("leaveBody", () => {
  it.each([0, 1])(
    "lets a body with %i blocks left end by itself after a complete reply",
    async (left) => {
      const { done, cancel, clock, caller, signal } = leave(left);
      await done;
      caller.abort();
      expect([cancel.mock.calls.length, signal.aborted, clock.pending]).toEqual([0, false, 0]);
    },
  );

  it("S06 aborts a body that continues after a complete reply", async () => {
    const { done, cancel, signal } = leave(3, true);
    await done;
    expect([cancel.mock.calls.length, signal.aborted]).toEqual([1, true]);
    expect(signal.reason).toEqual(new Error("The reply is over."));
  });

  it("follows its caller no more when a body fails instead of ending", async () => {
    const caller = new AbortController();
    const cancellation = createCancellation(caller.signal);
    const cancel = vi.fn(async () => undefined);
    const read = () => Promise.reject(new Error("reset"));
    await leaveBody({ read, cancel }, "completed", createFakeClock(), cancellation);
    caller.abort();
    expect([cancel.mock.calls.length, cancellation.signal.aborted]).toEqual([0, false]);
  });

  it("S06 aborts a body that stays open after a complete reply", async () => {
    const { done, cancel, clock, signal } = leave(0, true);
    await flushPromises();
    expect(cancel).not.toHaveBeenCalled();
    clock.advance(100);
    await done;
    expect([cancel.mock.calls.length, signal.aborted]).toEqual([1, true]);
  });

  it("C04 aborts any other body at once, through its signal and through its own cancel method", () => {
    const { cancel, signal } = leave(9, true, "client_abort");
    expect([cancel.mock.calls.length, signal.aborted]).toEqual([1, true]);
  });
});
