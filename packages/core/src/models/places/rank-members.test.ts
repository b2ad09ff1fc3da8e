import { describe, expect, it } from "vitest";
import { addText, emptyHash } from "../../runtime/hash.js";
import { createRanking } from "./rank-members.js";

const member = (id: string, weight = 1) => ({ model: { id }, weight });
const beginnings = Array.from({ length: 4_000 }, (_, index) => addText(emptyHash, `${index}`));

/** How many conversations each member is the first for. */
function sharesOf(members: ReturnType<typeof member>[]) {
  const rank = createRanking(members);
  const firsts = beginnings.map((beginning) => rank(beginning)[0]);
  return members.map((_, index) => firsts.filter((first) => first === index).length);
}

describe("the ranking of the members of a group", () => {
  it("has all members, in an order of its own for each conversation", () => {
    const rank = createRanking([member("a"), member("b"), member("c")]);
    const orders = new Set(beginnings.map((beginning) => rank(beginning).join("")));
    expect([...orders].sort()).toEqual(["012", "021", "102", "120", "201", "210"]);
  });

  it("is first for a share of conversations by weight", () => {
    const [one = 0, three = 0] = sharesOf([member("a"), member("b", 3)]);
    expect(one + three).toBe(beginnings.length);
    expect(three / one).toBeGreaterThan(2.5);
    expect(three / one).toBeLessThan(3.5);
  });

  it("tells models with one id apart", () => {
    for (const share of sharesOf([member("a"), member("a")])) expect(share).toBeGreaterThan(1_800);
  });

  it("moves only the conversations of a member that is removed", () => {
    const all = createRanking([member("a"), member("b"), member("c")]);
    const fewer = createRanking([member("a"), member("b")]);
    const moved = beginnings.filter((beginning) => {
      const [before] = all(beginning);
      return before !== 2 && fewer(beginning)[0] !== before;
    });
    expect(moved).toEqual([]);
  });
});
