import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "./random.js";

/** The first choices of a part of a run. */
function choices(seed: number, part: number): readonly number[] {
  const random = createRandom(seed, part);
  return Array.from({ length: 20 }, () => random.next());
}

describe("choices of a run", () => {
  it("are the same for the same seed and part, and others for another seed or part", () => {
    expect(choices(7, 3)).toEqual(choices(7, 3));
    expect(choices(8, 3)).not.toEqual(choices(7, 3));
    expect(choices(7, 4)).not.toEqual(choices(7, 3));
  });

  it("are from 0 to below 1, and whole numbers from the least to the most, both included", () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(1_000), (seed, part) => {
        const random = createRandom(seed, part);
        for (let count = 0; count < 20; count++) {
          const value = random.next();
          expect(value >= 0 && value < 1).toBe(true);
        }
        const numbers = Array.from({ length: 200 }, () => random.between(-1, 2));
        expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual([-1, 0, 1, 2]);
        expect(random.between(5, 5)).toBe(5);
      }),
    );
  });

  it("are each number about as often as the others", () => {
    const random = createRandom(1, 0);
    const counts = [0, 0, 0, 0];
    for (let count = 0; count < 4_000; count++) {
      const number = random.between(0, 3);
      counts[number] = (counts[number] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(100);
  });

  it("are about as frequent as their weights say", () => {
    const random = createRandom(1, 0);
    const counts = { often: 0, seldom: 0, never: 0 };
    for (let count = 0; count < 3_000; count++) {
      counts[random.pick<keyof typeof counts>(["often", 2], ["never", 0], ["seldom", 1])] += 1;
    }
    expect(counts.never).toBe(0);
    expect(counts.often / counts.seldom).toBeGreaterThan(1.7);
    expect(counts.often / counts.seldom).toBeLessThan(2.4);
  });
});
