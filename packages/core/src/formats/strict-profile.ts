import type { FormatDefinition } from "./format.js";
import type { BuiltIn } from "./formats.js";

/**
 * The rules of a strict profile, one member for each built-in format. They are a value, so a service
 * that does not use them does not bundle them. A format of another package has its rules in a member
 * with the name of its `option`.
 */
export type StrictProfile = { readonly [F in BuiltIn as F["option"]]: StrictRulesOf<F> } & {
  readonly [option: string]: unknown;
};

type StrictRulesOf<F> =
  F extends FormatDefinition<string, string, never, infer StrictRules> ? StrictRules : never;
