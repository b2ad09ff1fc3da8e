import { describe, expect, it } from "vitest";
import { createRandomIds } from "./ids.js";

describe("createRandomIds", () => {
  it("returns the prefix and the requested number of letters and digits", () => {
    const ids = createRandomIds();
    expect(ids.create("msg_", 24)).toMatch(/^msg_[1-9A-HJ-NP-Za-km-z]{24}$/);
    expect(ids.create("x", 0)).toBe("x");
  });

  it("does not repeat itself, within and across generators", () => {
    const generators = [createRandomIds(), createRandomIds()];
    const seen = new Set<string>();
    for (let round = 0; round < 5_000; round++) {
      for (const ids of generators) seen.add(ids.create("", 22));
    }
    expect(seen.size).toBe(10_000);
  });

  it("uses each of its 58 characters about equally often", () => {
    const counts = new Map<string, number>();
    for (const character of createRandomIds().create("", 58_000)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(58);
    // 1000 each are expected, with a standard deviation of 31: seven of them are out of the question.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(220);
  });
});
