import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { IdleTimer, systemClock } from "./clock.js";

function idleOf(milliseconds: number) {
  const clock = createFakeClock();
  const onIdle = vi.fn();
  return { clock, onIdle, idle: new IdleTimer(clock, milliseconds, onIdle) };
}

describe("IdleTimer", () => {
  it("arms nothing before somebody waits", () => {
    const { clock, onIdle } = idleOf(10);
    clock.advance(1000);
    expect([clock.pending, onIdle.mock.calls.length]).toEqual([0, 0]);
  });

  it("calls when a wait has lasted for the period, and again after each further period", () => {
    const { clock, idle, onIdle } = idleOf(10);
    idle.begin();
    clock.advance(9);
    expect(onIdle).toHaveBeenCalledTimes(0);
    clock.advance(1);
    expect(onIdle).toHaveBeenCalledTimes(1);
    clock.advance(10);
    expect(onIdle).toHaveBeenCalledTimes(2);
  });

  it("measures each wait from its own beginning, with one timer for all", () => {
    const { clock, idle, onIdle } = idleOf(10);
    for (let wait = 0; wait < 20; wait++) {
      idle.begin();
      clock.advance(9);
      expect(clock.pending).toBe(1);
      idle.end();
      clock.advance(3);
    }
    expect(onIdle).not.toHaveBeenCalled();
    idle.begin();
    clock.advance(9);
    expect(onIdle).not.toHaveBeenCalled();
    clock.advance(1);
    expect(onIdle).toHaveBeenCalledTimes(1);
  });

  it("continues a paused wait where it had stopped", () => {
    const { clock, idle, onIdle } = idleOf(10);
    for (const span of [4, 4, 1]) {
      idle.begin();
      clock.advance(span);
      idle.pause();
      clock.advance(30);
    }
    expect(onIdle).not.toHaveBeenCalled();
    idle.begin();
    clock.advance(1);
    expect(onIdle).toHaveBeenCalledTimes(1);
    idle.end();
    idle.begin();
    clock.advance(9);
    expect(onIdle).toHaveBeenCalledTimes(1);
  });

  it("leaves no timer behind when nobody waits", () => {
    const { clock, idle } = idleOf(10);
    idle.begin();
    idle.end();
    clock.advance(10);
    expect(clock.pending).toBe(0);
  });

  it("calls nothing after it is disposed, even when it is begun again", () => {
    const { clock, idle, onIdle } = idleOf(10);
    idle.begin();
    idle.dispose();
    idle.begin();
    clock.advance(100);
    expect([clock.pending, onIdle.mock.calls.length]).toEqual([0, 0]);
  });

  it("may be disposed by its own callback", () => {
    const clock = createFakeClock();
    const idle = new IdleTimer(clock, 10, () => idle.dispose());
    idle.begin();
    clock.advance(100);
    expect(clock.pending).toBe(0);
  });
});

describe("systemClock", () => {
  it("calls back after a while, unless it is cancelled", async () => {
    const cancelled = vi.fn();
    systemClock.after(1, cancelled)();
    await new Promise<void>((resolve) => systemClock.after(5, resolve));
    expect(cancelled).not.toHaveBeenCalled();
  });

  it("does not fire at once for a delay beyond what timers can hold", async () => {
    const callback = vi.fn();
    const cancel = systemClock.after(Number.POSITIVE_INFINITY, callback);
    await new Promise<void>((resolve) => systemClock.after(10, resolve));
    cancel();
    expect(callback).not.toHaveBeenCalled();
  });

  it("reports wall time and a time that never goes back", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_700_000_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(systemClock.now()).toBe(1_700_000_000_000);
    const before = systemClock.monotonic();
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(before);
  });
});
