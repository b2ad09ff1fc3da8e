import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Passing, PassingSet } from "./passing-set.js";

interface Member extends Passing {
  readonly name: number;
}

describe("PassingSet", () => {
  it("holds what was added and not removed", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(20), { nil: undefined })), (steps) => {
        const passing = new PassingSet<Member>();
        const left: Member[] = [];
        for (const [name, step] of steps.entries()) {
          const added = { name, slot: -1 };
          if (step === undefined) passing.add(added);
          if (step === undefined) left.push(added);
          else for (const member of left.splice(step, 1)) passing.delete(member);
        }
        const names = (members: readonly Member[]) => members.map(({ name }) => name).sort();
        expect(passing.size).toBe(left.length);
        expect(names(passing.values())).toEqual(names(left));
      }),
    );
  });

  it("removes a member once, also after it was emptied", () => {
    const passing = new PassingSet<Member>();
    const [one, other] = [1, 2].map((name) => ({ name, slot: -1 })) as [Member, Member];
    passing.add(one);
    passing.add(other);
    passing.delete(one);
    passing.delete(one);
    expect(passing.values()).toEqual([other]);
    passing.clear();
    passing.add(one);
    passing.delete(other);
    expect(passing.values()).toEqual([one]);
  });
});
