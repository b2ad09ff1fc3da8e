import type { NativeRules, Rule } from "../../../src/index.js";

const unknown: Rule = { outcome: "dropped", reason: "Only the local chat format has this field." };
const foreign: Rule = {
  outcome: "refused",
  whenWarned: "dropped",
  reason: "Only the local chat format knows this.",
};

/** What other formats are told about what only this one knows. */
export const nativeRules: NativeRules = {
  member: () => unknown,
  block: () => ({ rule: foreign }),
  tool: () => foreign,
  toolChoice: () => foreign,
};

/** What becomes of what this wire has no place for. */
export const rules = {
  block: { outcome: "refused", whenWarned: "dropped", reason: "The format has no such block." },
  image: { outcome: "refused", whenWarned: "dropped", reason: "Images are sent as bytes only." },
  toolChoice: {
    outcome: "refused",
    whenWarned: "dropped",
    reason: "The format cannot force or forbid calls.",
  },
  signature: { outcome: "dropped", reason: "The format has no proof of reasoning." },
  hidden: { outcome: "dropped", reason: "The format has no hidden reasoning." },
  sequence: { outcome: "dropped", reason: "The format does not say which stop sequence matched." },
} as const satisfies Readonly<Record<string, Rule>>;
