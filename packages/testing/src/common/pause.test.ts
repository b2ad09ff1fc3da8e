import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { pause } from "./pause.js";

/** A signal that counts who listens to it. */
function watchedSignal() {
  const controller = new AbortController();
  const added = vi.spyOn(controller.signal, "addEventListener");
  const removed = vi.spyOn(controller.signal, "removeEventListener");
  const listeners = () => added.mock.calls.length - removed.mock.calls.length;
  return { controller, signal: controller.signal, listeners };
}

describe("a pause", () => {
  it("ends when its time is over, and listens to no signal any more", async () => {
    const clock = createFakeClock();
    const one = watchedSignal();
    const other = watchedSignal();
    const over = vi.fn();
    const paused = pause(10, clock, one.signal, other.signal).then(over);
    clock.advance(9);
    await flushPromises();
    expect([over.mock.calls.length, one.listeners(), other.listeners()]).toEqual([0, 1, 1]);
    clock.advance(1);
    await paused;
    expect([one.listeners(), other.listeners(), clock.pending]).toEqual([0, 0, 0]);
  });

  it("ends with the first signal, and leaves neither a timer nor a listener", async () => {
    const clock = createFakeClock();
    const one = watchedSignal();
    const other = watchedSignal();
    const paused = pause(10, clock, one.signal, other.signal);
    other.controller.abort();
    await paused;
    expect([one.listeners(), other.listeners(), clock.pending]).toEqual([0, 0, 0]);
  });

  it("does not begin where one of its signals has aborted already", async () => {
    const clock = createFakeClock();
    const { signal } = new AbortController();
    await pause(undefined, clock, signal, AbortSignal.abort());
    expect(clock.pending).toBe(0);
  });
});
