import { linear, ratioOf } from "@diglot/test-support/growth";
import { describe, expect, it } from "vitest";
import type { Turn } from "../conversation.js";
import { mergeTurns } from "./merge-turns.js";

/** Turns of one role, each with a member that no other has. */
function turnsOf(count: number): readonly Turn[] {
  return Array.from({ length: count }, (_, index) => ({
    role: "user",
    blocks: [{ type: "text", text: "a" }],
    extra: { [`n${index}`]: index },
  }));
}

describe("merging turns", () => {
  it("keeps all blocks and members, also one that is called __proto__", () => {
    const proto = JSON.parse('{"__proto__":{"x":1}}');
    const [merged, ...others] = mergeTurns([...turnsOf(2), { ...turnsOf(1)[0]!, extra: proto }]);
    expect(others).toEqual([]);
    expect(merged?.blocks).toHaveLength(3);
    expect(Object.entries(merged?.extra ?? {})).toEqual([
      ["n0", 0],
      ["n1", 1],
      ["__proto__", { x: 1 }],
    ]);
  });

  it("B11 costs as much for each turn whether there are few of them or many", async () => {
    const [many, few] = [turnsOf(20_000), turnsOf(5_000)];
    const fewFourTimes = () => [1, 2, 3, 4].map(() => mergeTurns(few));
    expect(await ratioOf(() => mergeTurns(many), fewFourTimes)).toBeLessThan(linear);
  });
});
