import { getEventListeners } from "node:events";
import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import type { Exchange } from "../http/exchange.js";
import { createLifetime } from "./lifetime.js";

function lifetimeOf() {
  const clock = createFakeClock();
  const lifetime = createLifetime(clock);
  const begin = (change: Partial<Exchange> = {}, drainTime?: number) => {
    const controller = new AbortController();
    const exchange: Exchange = {
      method: "POST",
      target: "/",
      headers: new Headers(),
      body: { kind: "empty" },
      signal: controller.signal,
      ...change,
    };
    const run = lifetime.begin(exchange, drainTime);
    return { run, controller };
  };
  return { clock, lifetime, begin };
}

const noLedger = async () => undefined;

/** Whether a promise has settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = () => {
    settled = true;
  };
  promise.then(note, note);
  await flushPromises();
  return settled;
}

const closed = expect.objectContaining({ kind: "overloaded" });

describe("a run", () => {
  it("aborts with the caller's reason when the caller goes away", () => {
    const { run, controller } = lifetimeOf().begin();
    expect([run.signal.aborted, run.callerIsGone()]).toEqual([false, false]);
    controller.abort(new Error("gone"));
    expect([run.signal.reason, run.callerIsGone()]).toEqual([new Error("gone"), true]);
  });

  it("is aborted from the beginning if the caller has gone before", () => {
    const { run } = lifetimeOf().begin({ signal: AbortSignal.abort("early") });
    expect([run.signal.reason, run.callerIsGone()]).toEqual(["early", true]);
  });

  it("runs its end callbacks once, when it ends", () => {
    const { run } = lifetimeOf().begin();
    const work = vi.fn();
    run.onEnd(work);
    expect(work).not.toHaveBeenCalled();
    run.end();
    run.end(new Error("late"));
    expect(work).toHaveBeenCalledTimes(1);
    expect(run.signal.aborted).toBe(false);
  });

  it("runs an end callback at once if it is added after the end", () => {
    const { run } = lifetimeOf().begin();
    run.end();
    const work = vi.fn();
    run.onEnd(work);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it("aborts the work that still belongs to it when it ends with a reason", () => {
    const { run } = lifetimeOf().begin();
    run.end(new Error("timeout"));
    expect(run.signal.reason).toEqual(new Error("timeout"));
    expect(run.callerIsGone()).toBe(false);
  });

  it("is not aborted by a caller that leaves after the end", () => {
    const { run } = lifetimeOf().begin();
    run.end();
    run.leave("gone");
    expect([run.callerIsGone(), run.signal.aborted]).toEqual([true, false]);
  });

  it("stops listening to the caller when it has ended", () => {
    const { run, controller } = lifetimeOf().begin();
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    run.end();
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    controller.abort();
    expect([removed.mock.calls.length, run.signal.aborted]).toEqual([1, false]);
  });

  describe("with a drain time", () => {
    const drainTime = 1_000;

    it("continues without its caller until its drain time is over", () => {
      const { begin, clock } = lifetimeOf();
      const { run, controller } = begin({}, drainTime);
      controller.abort();
      clock.advance(999);
      expect([run.signal.aborted, run.callerIsGone()]).toEqual([false, true]);
      clock.advance(1);
      expect(run.signal.reason).toMatchObject({
        ...{ kind: "internal", mayHaveRun: true },
        message: expect.stringContaining("The caller left"),
      });
    });

    it("learns that its caller has left although the signal is silent, and starts its time once", () => {
      const { begin, clock } = lifetimeOf();
      const { run, controller } = begin({}, drainTime);
      run.leave(new Error("cancelled"));
      expect(run.callerIsGone()).toBe(true);
      clock.advance(600);
      controller.abort();
      expect(clock.pending).toBe(1);
      clock.advance(400);
      expect(run.signal.aborted).toBe(true);
    });

    it("is aborted from the beginning if the caller has gone before", () => {
      const { run } = lifetimeOf().begin({ signal: AbortSignal.abort("early") }, drainTime);
      expect(run.signal.reason).toBe("early");
    });

    it("keeps the host waiting until it ends, and leaves no timer", async () => {
      const waitUntil = vi.fn<(work: Promise<unknown>) => void>();
      const { begin, clock } = lifetimeOf();
      const { run } = begin({ waitUntil }, drainTime);
      run.leave(undefined);
      const work = waitUntil.mock.calls[0]?.[0] ?? Promise.resolve();
      expect(await isSettled(work)).toBe(false);
      run.end();
      expect(await isSettled(work)).toBe(true);
      expect(clock.pending).toBe(0);
    });

    it("is not restarted by a caller that leaves after the end", () => {
      const { begin, clock } = lifetimeOf();
      const { run } = begin({}, drainTime);
      run.end();
      run.leave(undefined);
      expect([run.callerIsGone(), run.signal.aborted, clock.pending]).toEqual([true, false, 0]);
    });
  });

  it("keeps the host waiting for work that outlives the answer", async () => {
    const waitUntil = vi.fn();
    const { run } = lifetimeOf().begin({ waitUntil });
    const work = Promise.reject(new Error("settlement failed"));
    run.track(work);
    expect(waitUntil.mock.calls).toEqual([[work]]);
    await flushPromises();
  });
});

describe("close", () => {
  it("ends at once when nothing runs", async () => {
    const { lifetime, clock } = lifetimeOf();
    await lifetime.close(1_000, noLedger);
    expect([lifetime.accepting, clock.pending]).toEqual([false, 0]);
  });

  it("lets running requests end, and stops waiting with the last of them", async () => {
    const { lifetime, begin, clock } = lifetimeOf();
    const [one, two] = [begin(), begin()];
    const closing = lifetime.close(1_000, noLedger);
    one.run.end();
    clock.advance(999);
    expect(await isSettled(closing)).toBe(false);
    two.run.end();
    await closing;
    expect([one.run.signal.aborted, two.run.signal.aborted, clock.pending]).toEqual([
      false,
      false,
      0,
    ]);
  });

  it("aborts what has not ended in time, and says that the service closes", async () => {
    const { lifetime, begin, clock } = lifetimeOf();
    const { run } = begin();
    const closing = lifetime.close(1_000, noLedger);
    clock.advance(1_000);
    await closing;
    expect(run.signal.reason).toEqual(closed);
    expect(run.callerIsGone()).toBe(false);
  });

  it("waits for settlements, also for those that the abort causes and those that fail", async () => {
    const { lifetime, begin, clock } = lifetimeOf();
    const { run } = begin();
    let settle = (): void => undefined;
    run.signal.addEventListener("abort", () => {
      run.track(
        new Promise<void>((resolve) => {
          settle = resolve;
        }),
      );
      run.end();
    });
    run.track(Promise.reject(new Error("hm")));
    const closing = lifetime.close(1_000, noLedger);
    clock.advance(1_000);
    expect(await isSettled(closing)).toBe(false);
    settle();
    await closing;
  });

  it("gives the ledger the time that is left, and tracked work the rest, at least two seconds", async () => {
    const { lifetime, begin, clock } = lifetimeOf();
    clock.advance(60_000);
    const { run } = begin();
    run.track(new Promise(() => undefined));
    const left: number[] = [];
    const closing = lifetime.close(9_000, async (milliseconds) => {
      left.push(milliseconds);
      clock.advance(1_000);
    });
    clock.advance(3_000);
    run.end();
    await flushPromises();
    expect(left).toEqual([6_000]);
    clock.advance(4_999);
    expect(await isSettled(closing)).toBe(false);
    clock.advance(1);
    await closing;
  });

  it("abandons tracked work two seconds after a ledger that took all the time", async () => {
    const { lifetime, begin, clock } = lifetimeOf();
    const { run } = begin();
    run.track(new Promise(() => undefined));
    run.end();
    const closing = lifetime.close(1_000, async () => clock.advance(5_000));
    await flushPromises();
    clock.advance(1_999);
    expect(await isSettled(closing)).toBe(false);
    clock.advance(1);
    await closing;
  });

  it("accepts no further requests, not even one that arrived before and was still being read", async () => {
    const { lifetime, begin } = lifetimeOf();
    await lifetime.close(1_000, noLedger);
    expect(() => begin()).toThrowError(closed);
  });

  it("may be called again, and each call ends with the last request", async () => {
    const { lifetime, begin, clock } = lifetimeOf();
    const { run } = begin();
    const closings = [lifetime.close(1_000, noLedger), lifetime.close(5_000, noLedger)];
    run.end();
    await Promise.all(closings);
    expect(clock.pending).toBe(0);
  });
});
