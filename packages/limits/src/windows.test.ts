import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createRedisWindows } from "./windows.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("gives nothing back that may arrive only after the end of its window", async () => {
  const scripts = { eval: vi.fn(async () => ["3", 5_000]) };
  const { giveBack } = createRedisWindows(scripts, "p", 2_000);
  await giveBack("n", 5, Date.now() + 2_000);
  expect(scripts.eval).not.toHaveBeenCalled();
  await giveBack("n", 5, Date.now() + 2_001);
  expect(scripts.eval).toHaveBeenCalledTimes(1);
});
