import { expect, it, vi } from "vitest";
import { toSettings } from "./settings.js";

it("gives a client that accepts nothing two minutes, unless it is told otherwise", () => {
  expect(toSettings({}).writeStallTimeout).toBe(120_000);
  expect(toSettings({ writeStallTimeout: 5 }).writeStallTimeout).toBe(5);
});

it("reports a defect, and swallows what the reporter throws", () => {
  const onError = vi.fn(() => {
    throw new Error("It cannot be told.");
  });
  const { report } = toSettings({ onError });
  expect(() => report("a defect")).not.toThrow();
  expect(onError).toHaveBeenCalledExactlyOnceWith("a defect");
  expect(() => toSettings({}).report("a defect")).not.toThrow();
});
