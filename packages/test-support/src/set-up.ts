// What each test file begins with. Files of a worker share their globals, so each leaves them as they were.
import fc from "fast-check";
import { afterEach, vi } from "vitest";
import { repeats, seed } from "./seed.js";

fc.configureGlobal({ seed, numRuns: repeats(100, 2_000) });

afterEach(() => {
  // In this order: a spy may stand on a fake timer, and would bring it back.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
