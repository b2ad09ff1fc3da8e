import type { FormatDefinition } from "./format.js";
import type { BuiltIn } from "./formats.js";

/**
 * The rules of a strict profile, one member for each built-in format. They are a value, so that a
 * service without them need not carry them; each format knows its own.
 */
export type StrictProfile = { readonly [F in BuiltIn as F["option"]]: StrictRulesOf<F> };

type StrictRulesOf<F> =
  F extends FormatDefinition<string, string, never, infer StrictRules> ? StrictRules : never;
