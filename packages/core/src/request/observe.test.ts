import { expect, it, vi } from "vitest";
import type { Routed } from "./call.js";
import { observeWait } from "./observe.js";

it("counts a wait for the limits as one, where somebody listens", async () => {
  const waitFor = vi.fn(async (_what: string, work: unknown) => work);
  const routed = (events: unknown) => ({ events }) as unknown as Routed;
  expect(await observeWait(routed({ waitFor }), "entered")).toBe("entered");
  expect(waitFor).toHaveBeenCalledExactlyOnceWith("limits", "entered");
  expect(observeWait(routed(undefined), "entered")).toBe("entered");
});
