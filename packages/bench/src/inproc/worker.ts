// Runs work in the process of one build, as it is asked. The first argument is the checkout.

import { profileWork } from "../profile/profile-work.ts";
import { answerParent } from "../shared/children.ts";
import { costOf } from "../shared/cpu.ts";
import { loadCore } from "../shared/project.ts";
import type { Case } from "./case.ts";
import { exchangeCases } from "./exchanges.ts";
import { fetchHandlerCase } from "./fetch-handler.ts";
import { growthCases } from "./growth.ts";
import { listenerCases } from "./listeners.ts";
import { relayStepCases } from "./relay-steps.ts";
import { responsesCases } from "./responses.ts";
import { stepCases } from "./steps.ts";

const [root = ""] = process.argv.slice(2);
const core = await loadCore(root);
const makers: Readonly<Record<string, () => readonly Case[] | Promise<readonly Case[]>>> = {
  micro: async () => [...(await stepCases(root, core)), ...(await relayStepCases(root))],
  inproc: async () => [...exchangeCases(core), await fetchHandlerCase(root, core)],
  listeners: () => listenerCases(root, core),
  responses: () => responsesCases(root, core),
  growth: () => growthCases(core),
};
let cases: readonly Case[] = [];

/** Microseconds of CPU for one operation of Diglot's and of the reference. */
export interface Cost {
  readonly own: number;
  readonly bare: number;
}

answerParent({
  /** Prepares the cases of one group. @returns how a table calls them */
  async prepare(group: string) {
    cases = (await makers[group]?.()) ?? [];
    return cases.map(({ section, title, reference }) => ({ section, title, reference }));
  },
  async measure({ index, milliseconds }: { index: number; milliseconds: number }): Promise<Cost> {
    const { own, bare, operations = 1 } = caseAt(index);
    const ownCost = await costOf(own, milliseconds);
    const bareCost = await costOf(bare, milliseconds / 2);
    return { own: ownCost / operations, bare: bareCost / operations };
  },
  profile: ({ index, path }: { index: number; path: string }) =>
    profileWork(caseAt(index).own, path),
});

function caseAt(index: number): Case {
  const found = cases[index];
  if (!found) throw new Error(`There is no case ${index}.`);
  return found;
}
