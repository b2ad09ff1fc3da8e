import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineModel } from "../in-process/define-model.js";
import { chooseMember, createMember, type Member, type Verdict, type Visit } from "./members.js";

const policy = { failures: 2, setAside: 10 };
const model = defineModel("m", async function* () {});

type Step =
  | { readonly do: "ask"; readonly random: number }
  | { readonly do: "progress" | "leave"; readonly visit: number; readonly verdict: Verdict }
  | { readonly do: "wait"; readonly milliseconds: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("ask" as const), random: fc.double({ min: 0, max: 0.999 }) }),
  fc.record({
    do: fc.constantFrom("progress" as const, "leave" as const),
    visit: fc.nat({ max: 20 }),
    verdict: fc.constantFrom<Verdict>("good", "bad", "unknown"),
  }),
  fc.record({ do: fc.constant("wait" as const), milliseconds: fc.nat({ max: 12 }) }),
);

/** Whether the choice follows the order: due for a probe, healthy with the least load, due first. */
function expectRightChoice(chosen: Member, members: readonly Member[], now: number): void {
  const due = members.filter(({ health }) => health.name === "aside" && health.until <= now);
  const healthy = members.filter(({ health }) => health.name === "healthy");
  if (due.length > 0) expect(due).toContain(chosen);
  else if (healthy.length > 0) {
    expect(healthy).toContain(chosen);
    expect(chosen.load).toBe(Math.min(...healthy.map(({ load }) => load)));
  }
}

describe("members", () => {
  it("are chosen in order of health and load, whatever happens, and are all idle at the end", () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (all) => {
        const members = [createMember(model, 1), createMember(model, 2), createMember(model, 0.5)];
        const [first, ...others] = members as [Member, Member, Member];
        const visits: Visit[] = [];
        let now = 0;
        for (const step of all) {
          if (step.do === "wait") now += step.milliseconds;
          else if (step.do === "ask") {
            const chosen = chooseMember([first, ...others], now, () => step.random);
            expectRightChoice(chosen, members, now);
            visits.push(chosen.enter(policy, () => now));
          } else if (step.do === "progress") visits[step.visit]?.progress();
          else visits[step.visit]?.leave(step.verdict);
        }
        for (const visit of visits) visit.leave("unknown");
        expect(members.map(({ load }) => load)).toEqual([0, 0, 0]);
        expect(members.filter(({ health }) => health.name === "probed")).toEqual([]);
      }),
    );
  });
});
