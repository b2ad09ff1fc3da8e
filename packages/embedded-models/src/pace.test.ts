import type { Clock } from "@diglot/core";
import { describe, expect, it } from "vitest";
import { pace } from "./pace.js";

/** A clock whose timers run when the test says so. */
function createHandClock() {
  const timers = new Map<number, { milliseconds: number; callback: () => void }>();
  let made = 0;
  const clock: Clock = {
    now: () => 0,
    monotonic: () => 0,
    after(milliseconds, callback) {
      const id = made++;
      timers.set(id, { milliseconds, callback });
      return () => timers.delete(id);
    },
  };
  const run = () => {
    for (const { callback } of [...timers.values()]) callback();
  };
  return { clock, timers, run };
}

describe("pace", () => {
  it("sets no timer without a delay", async () => {
    const { clock, timers } = createHandClock();
    const pieces = pace(["a", "b"], { clock, signal: new AbortController().signal }, 0);
    const yielded: unknown[] = [];
    for await (const piece of pieces) yielded.push(piece);
    expect(yielded).toEqual(["a", "b"]);
    expect(timers.size).toBe(0);
  });

  it("waits after each word by the clock it is given", async () => {
    const { clock, timers, run } = createHandClock();
    const pieces = pace(["a", "b"], { clock, signal: new AbortController().signal }, 30);
    await pieces.next();
    const second = pieces.next();
    await Promise.resolve();
    expect([...timers.values()].map((timer) => timer.milliseconds)).toEqual([30]);
    run();
    expect((await second).value).toBe("b");
    expect(timers.size).toBe(0);
  });

  it("ends while it waits when the request is aborted, and leaves no timer or listener", async () => {
    const { clock, timers } = createHandClock();
    const controller = new AbortController();
    const pieces = pace(["a", "b"], { clock, signal: controller.signal }, 30);
    await pieces.next();
    const second = pieces.next();
    controller.abort();
    expect((await second).done).toBe(true);
    expect(timers.size).toBe(0);
  });
});
