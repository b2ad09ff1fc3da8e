import type { OwnRules, Rule } from "../conversation/rules.js";

const unknownMember: Rule = {
  outcome: "refused",
  whenWarned: "dropped",
  reason: "The model behind this endpoint does not know this field.",
};

/** What this format says to others about what only it knows. */
export const ownRules: OwnRules = {
  member: () => unknownMember,
  block: () => ({ rule: unknownMember }),
  tool: () => unknownMember,
  toolChoice: () => unknownMember,
};
