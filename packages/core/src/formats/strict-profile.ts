import type { FormatDefinition } from "./format.js";
import type { BuiltIn } from "./formats.js";

/**
 * The rules of a strict profile, one member for each built-in format. They are a value, so a service
 * that does not use them does not bundle them.
 */
export type StrictProfile = { readonly [F in BuiltIn as F["option"]]: StrictRulesOf<F> };

type StrictRulesOf<F> =
  F extends FormatDefinition<string, string, never, infer StrictRules> ? StrictRules : never;
