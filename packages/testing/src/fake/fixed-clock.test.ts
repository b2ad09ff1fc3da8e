import { expect, it, vi } from "vitest";
import { createFixedClock } from "./fixed-clock.js";

it("keeps no timer for what never comes, so that a process can end with answers open", () => {
  vi.useFakeTimers();
  try {
    const clock = createFixedClock();
    clock.after(Number.MAX_SAFE_INTEGER, () => undefined)();
    clock.after(Number.MAX_SAFE_INTEGER, () => undefined);
    expect(vi.getTimerCount()).toBe(0);
    const disarm = clock.after(1_000, () => undefined);
    expect(vi.getTimerCount()).toBe(1);
    disarm();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
