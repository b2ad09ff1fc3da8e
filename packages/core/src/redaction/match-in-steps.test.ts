import { describe, expect, it } from "vitest";
import { matchInSteps } from "./match-in-steps.js";

const step = 16_384;

/** Where the matches begin, and how many steps it takes to find them. */
function find(text: string, source: string, longest: number) {
  const places: number[] = [];
  const expression = new RegExp(source, "g");
  const steps = matchInSteps(text, { expression, longest }, (_match, index) => places.push(index));
  return { steps: [...steps].length, places };
}

describe("matches in steps", () => {
  it("are found at each place around the end of a step, each once", () => {
    for (const at of [step - 6, step - 5, step - 1, step, step + 1]) {
      const text = `${"x".repeat(at)}secret${"x".repeat(step)}`;
      const { steps, places } = find(text, "secret", 6);
      expect(places).toEqual([at]);
      expect([2, 3]).toContain(steps);
    }
  });

  it("see what is behind them, and do not overlap", () => {
    const dense = "a".repeat(2 * step);
    expect(find(dense, "(?<!a)aa", 2).places).toEqual([0]);
    const odd = Array.from({ length: step }, (_, index) => 2 * index + 1);
    expect(find(`b${dense}`, "aa", 2).places).toEqual(odd);
    expect(find(`${"x".repeat(step - 2)}\\nsecret`, "(?<=\\\\n)secret", 6).places).toEqual([step]);
  });

  it("are not cut where they begin behind the end of a step", () => {
    expect(find(`${"x".repeat(step + 3)}aaaaaa`, "a{1,6}", 6).places).toEqual([step + 3]);
  });

  it("need no step for nothing", () => {
    expect(find("", "a", 1)).toEqual({ steps: 0, places: [] });
  });
});
