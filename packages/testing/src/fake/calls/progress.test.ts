import { expect, it, vi } from "vitest";
import { createProgress } from "./progress.js";

it("the first end of a call counts, and is told once", async () => {
  const onEnd = vi.fn();
  const progress = createProgress(onEnd);
  expect(progress.state).toBe("open");
  progress.end("aborted");
  progress.end("whole");
  expect(progress.state).toBe("aborted");
  expect(onEnd).toHaveBeenCalledOnce();
  await progress.finished;
});
