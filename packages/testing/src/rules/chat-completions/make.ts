import { type Citations, type Evidence, type Source, withCitations } from "../evidence.js";
import type { ProfileName, Refusal, Rule } from "../rule.js";

/** A rule of this profile without what all of them have in common. */
export type OwnRule = Omit<Rule, "profile" | "group"> & Citations;

/** A section of the wire reference, and the kinds of evidence except a recording. */
export function from(section: string, ...evidence: readonly Evidence[]): Source {
  return { section, evidence };
}

/** The rules of one group, with the group's name and the profile in them. */
export const groupOf = createGroups("chat-completions", "chatCompletions");

/** Makes groups of a profile whose refusals have the words of this vendor. @param folder what ids begin with */
export function createGroups(folder: string, profile: ProfileName) {
  return (group: string, rules: readonly OwnRule[]): readonly Rule[] =>
    rules.map(({ recording, reports, ...rule }) => ({
      ...rule,
      id: `${folder}/${rule.id}`,
      profile,
      group,
      source: withCitations(rule.source, { recording, reports }),
    }));
}

/** An answer of status 400. */
export function badRequest(
  message: Refusal["message"],
  param: string | null = null,
  code: string | null = null,
): Refusal {
  return { status: 400, type: "invalid_request_error", message, param, code };
}

/** A required member is absent. */
export function missing(param: string): Refusal {
  return badRequest(`Missing required parameter: '${param}'.`, param, "missing_required_parameter");
}

/** A member that nobody knows. */
export function unknown(param: string): Refusal {
  return badRequest(`Unknown parameter: '${param}'.`, param, "unknown_parameter");
}

/** A value of another JSON type. */
export function wrongType(param: string, expected: string, received: string): Refusal {
  return badRequest(
    `Invalid type for '${param}': expected ${expected}, but got ${received} instead.`,
    param,
    "invalid_type",
  );
}

/** A word that is not among those that are taken. */
export function wrongValue(param: string, received: string, allowed: readonly string[]): Refusal {
  return badRequest(
    `Invalid value: '${received}'. Supported values are: ${listOf(allowed)}.`,
    param,
    "invalid_value",
  );
}

/** A number outside its range. `kind` is the word of the code, and `got` the number as it is shown. */
export function outOfRange(
  param: string,
  kind: "integer" | "decimal",
  side: "below" | "above",
  limit: number,
  got: string,
): Refusal {
  const [word, sign] = side === "below" ? ["minimum", ">="] : ["maximum", "<="];
  return badRequest(
    `Invalid '${param}': ${kind} ${side} ${word} value. Expected a value ${sign} ${limit}, but got ${got} instead.`,
    param,
    `${kind}_${side}_${word === "minimum" ? "min" : "max"}_value`,
  );
}

/** A text or a list that is too long. */
export function tooLong(
  param: string,
  kind: "string" | "array",
  limit: number,
  length: number,
): Refusal {
  const article = kind === "string" ? "a" : "an";
  return badRequest(
    `Invalid '${param}': ${kind} too long. Expected ${article} ${kind} with maximum length ${limit}, but got ${article} ${kind} with length ${length} instead.`,
    param,
    `${kind}_above_max_length`,
  );
}

/** A text or a list that must not be empty. */
export function empty(param: string, kind: "string" | "array"): Refusal {
  const article = kind === "string" ? "a" : "an";
  return badRequest(
    `Invalid '${param}': empty ${kind}. Expected ${article} ${kind} with minimum length 1, but got an empty ${kind} instead.`,
    param,
    `empty_${kind}`,
  );
}

/** A name with characters that names do not have. */
export function wrongName(param: string): Refusal {
  return badRequest(
    `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
    param,
    "invalid_value",
  );
}

/** Words as the wire lists them. */
function listOf(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  return quoted.length <= 2
    ? quoted.join(" and ")
    : `${quoted.slice(0, -1).join(", ")}, and ${quoted.at(-1)}`;
}
