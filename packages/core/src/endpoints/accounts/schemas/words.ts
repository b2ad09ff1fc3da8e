import type { Check } from "../../../validation/check.js";
import { problemOf } from "../../../validation/check-options.js";
import { placeOf, type Words } from "../../../validation/words.js";

/** A sentence about a member; `what` completes "must be". */
export function must(what: string): Words {
  return { error: (issue) => `${placeOf(issue)} must be ${what}` };
}

/** The sentence of a rule that stores have too, for values that the rule refuses. */
export function byRule(rule: Check): Words {
  return { error: (issue) => problemOf(rule, issue.input, placeOf(issue)) ?? "" };
}
