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

it("keeps a process alive for what comes soon, and not for pings and leases", () => {
  const alive = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = alive();
  const clock = createFixedClock();
  const disarm = [clock.after(9_999, () => undefined), clock.after(10_000, () => undefined)];
  expect(alive()).toBe(before + 1);
  for (const end of disarm) end();
  expect(alive()).toBe(before);
});
