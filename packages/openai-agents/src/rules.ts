import type { Rule } from "@diglot/core";
import { passingRules } from "@diglot/core/frameworks";

/** What becomes of what an agent of the SDK cannot be told. */
export const rules = {
  ...passingRules,
} as const satisfies Readonly<Record<string, Rule>>;
