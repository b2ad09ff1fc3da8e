import { describe, expect, it, vi } from "vitest";
import { createFakeClock, flushPromises } from "../test/fake-clock.js";
import type { Exchange } from "./http/exchange.js";
import { createLifetime } from "./lifetime.js";

function lifetimeOf() {
  const clock = createFakeClock();
  const lifetime = createLifetime(clock);
  const begin = (change: Partial<Exchange> = {}) => {
    const controller = new AbortController();
    const run = lifetime.begin({
      method: "POST",
      target: "/",
      headers: new Headers(),
      body: { kind: "empty" },
      signal: controller.signal,
      ...change,
    });
    return { run, controller };
  };
  return { clock, lifetime, begin };
}

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

  it("does at its end what was asked for, once", () => {
    const { run } = lifetimeOf().begin();
    const work = vi.fn();
    run.onEnd(work);
    expect(work).not.toHaveBeenCalled();
    run.end();
    run.end(new Error("late"));
    expect(work).toHaveBeenCalledTimes(1);
    expect(run.signal.aborted).toBe(false);
  });

  it("does at once what is asked for after its end", () => {
    const { run } = lifetimeOf().begin();
    run.end();
    const work = vi.fn();
    run.onEnd(work);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it("aborts what still works for it when it ends for a reason", () => {
    const { run } = lifetimeOf().begin();
    run.end(new Error("timeout"));
    expect(run.signal.reason).toEqual(new Error("timeout"));
    expect(run.callerIsGone()).toBe(false);
  });

  it("does not listen to the caller any more when it has ended", () => {
    const { run, controller } = lifetimeOf().begin();
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    run.end();
    controller.abort();
    expect([removed.mock.calls.length, run.signal.aborted]).toEqual([1, false]);
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
    await lifetime.close(1_000);
    expect([lifetime.accepting, clock.pending]).toEqual([false, 0]);
  });

  it("lets running requests end, and does not wait longer than for the last of them", async () => {
    const { lifetime, begin, clock } = lifetimeOf();
    const [one, two] = [begin(), begin()];
    const closing = lifetime.close(1_000);
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

  it("cuts what has not ended in time, and says that the service closes", async () => {
    const { lifetime, begin, clock } = lifetimeOf();
    const { run } = begin();
    const closing = lifetime.close(1_000);
    clock.advance(1_000);
    await closing;
    expect(run.signal.reason).toEqual(closed);
    expect(run.callerIsGone()).toBe(false);
  });

  it("waits for settlements, also for those that the cut brings about and those that fail", async () => {
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
    const closing = lifetime.close(1_000);
    clock.advance(1_000);
    expect(await isSettled(closing)).toBe(false);
    settle();
    await closing;
  });

  it("lets nobody in any more, not even a request that came before and was still being read", async () => {
    const { lifetime, begin } = lifetimeOf();
    await lifetime.close(1_000);
    expect(() => begin()).toThrowError(closed);
  });

  it("may be called again, and each call ends with the last request", async () => {
    const { lifetime, begin, clock } = lifetimeOf();
    const { run } = begin();
    const closings = [lifetime.close(1_000), lifetime.close(5_000)];
    run.end();
    await Promise.all(closings);
    expect(clock.pending).toBe(0);
  });
});
