import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFaultPlan } from "./fault-plan.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the faults of a torture run", () => {
  /** Faults of as many calls, with so much time between them. */
  function faultsOf(seed: number, count: number, between = 100) {
    const plan = createFaultPlan(seed, 245);
    return Array.from({ length: count }, () => {
      vi.advanceTimersByTime(between);
      return plan("settle");
    });
  }

  it("are about one in five calls, of every kind", () => {
    const faults = faultsOf(1, 5_000);
    const names = faults.map(({ name }) => name);
    const wrong = names.filter((name) => name !== "none").length;
    expect(wrong).toBeGreaterThan(800);
    expect(wrong).toBeLessThan(1_100);
    expect(new Set(names)).toEqual(
      new Set(["none", "fail-before", "fail-after", "late", "hang", "twice"]),
    );
  });

  it("hang for as long as they are told to, and are late for a short time", () => {
    for (const fault of faultsOf(2, 2_000)) {
      if (fault.name === "hang") expect(fault.milliseconds).toBe(245);
      if (fault.name === "late" || fault.name === "twice") {
        expect(fault.milliseconds >= 1 && fault.milliseconds <= 30).toBe(true);
      }
    }
  });

  it("are outages of all calls now and then", () => {
    const names = faultsOf(3, 20_000, 0.1).map(({ name }) => (name === "fail-before" ? "x" : "."));
    expect(names.join("")).toMatch(/x{500}/);
    expect(names.join("")).not.toMatch(/x{2000}/);
  });

  it("are the same for the same seed", () => {
    expect(faultsOf(4, 50)).toEqual(faultsOf(4, 50));
    expect(faultsOf(5, 50)).not.toEqual(faultsOf(4, 50));
  });
});
