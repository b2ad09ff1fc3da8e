// What each test file begins with. Files of a worker share their globals, so each leaves them as they were.
import fc from "fast-check";
import { afterEach, vi } from "vitest";
import { seed } from "./seed.js";

fc.configureGlobal({ seed });

afterEach(() => {
  // In this order: a spy may stand on a fake timer, and would bring it back.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
