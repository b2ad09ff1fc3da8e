import type { JsonObject } from "./conversation.js";
import { toPointer } from "./pointer.js";
import type { Receipt } from "./receipt.js";
import type { Rules } from "./rules.js";

/** The members of a request on which the cost of its reply depends, where money is counted. */
export interface CostLimits {
  /** The one member that limits the output at this upstream. */
  readonly limitField: string;
  /** The tokens that are reserved for one choice; absent where no money is counted. */
  readonly maxTokens: number | undefined;
  /** The choices that are reserved. */
  readonly choices: number;
  /** Further members of the upstream by which a caller could change the price. */
  readonly costMembers?: readonly string[] | undefined;
}

/** What a request may hold of them. */
export interface JudgedCost {
  /** The output limit to send, in tokens; absent where no money is counted. */
  readonly maxTokens: number | undefined;
  /** Members that are not sent, since one limit is sent instead. */
  readonly superseded: ReadonlySet<string>;
}

/** What happens to members on which the cost depends. */
export const costRules = {
  superseded: {
    outcome: "reshaped",
    reason: "One output limit is sent, under the name that the upstream reads.",
  },
  refused: {
    outcome: "refused",
    reason: "This model has prices, and the member changes what a reply costs.",
  },
} as const satisfies Rules;

/** The names of the format itself; the reservation has followed its rules already. */
const ownLimits: ReadonlySet<string> = new Set(["max_tokens", "max_completion_tokens"]);

/** All names by which servers limit the output, in the form of `fold`. */
const limits: ReadonlySet<string> = new Set([
  "maxtokens",
  "maxcompletiontokens",
  "maxoutputtokens",
  "maxnewtokens",
  "maxtokenstosample",
  "maxgenlen",
  "maxlength",
  "npredict",
  "numpredict",
]);

/** Names by which servers generate more than one reply, whether they return all of them or not. */
const factors: ReadonlySet<string> = new Set([
  "n",
  "bestof",
  "numreturnsequences",
  "numbeams",
  "beamwidth",
  "candidatecount",
]);

/**
 * Judges every member on which the cost depends, where money is counted. Servers know limits by many
 * names, and some read a name in any case, so a name that is not sent cannot pass a reservation.
 */
export function judgeCost(body: JsonObject, cost: CostLimits, receipt: Receipt): JudgedCost {
  const superseded = new Set<string>();
  let { maxTokens } = cost;
  if (maxTokens === undefined) return { maxTokens, superseded };
  for (const [name, value] of Object.entries(body)) {
    const folded = fold(name);
    const at = toPointer([name]);
    if (limits.has(folded)) {
      if (!ownLimits.has(name) && isCount(value)) maxTokens = Math.min(maxTokens, value);
      if (name === cost.limitField) continue;
      superseded.add(name);
      if (value !== null) receipt.apply(costRules.superseded, at, { to: cost.limitField });
    } else if (changesCost(name, folded, value, cost)) receipt.apply(costRules.refused, at);
  }
  return { maxTokens, superseded };
}

function changesCost(name: string, folded: string, value: unknown, cost: CostLimits): boolean {
  if (value === null || value === undefined) return false;
  if (factors.has(folded)) return !isCount(value) || value > cost.choices;
  if (folded === "model") return name !== "model";
  return cost.costMembers?.includes(name) === true;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** A name as the most generous reader compares it: without case, and without what separates words. */
function fold(name: string): string {
  // Some letters beyond ASCII have a letter of ASCII as their upper or their lower case.
  return name.toUpperCase().toLowerCase().replace(/[_-]/g, "");
}

/** A body that was written for an upstream, with one output limit and none of what was judged away. */
export function limitCost(body: JsonObject, cost: CostLimits, receipt: Receipt): JsonObject {
  const { maxTokens, superseded } = judgeCost(body, cost, receipt);
  if (maxTokens === undefined) return body;
  const kept = Object.entries(body).filter(([name]) => !superseded.has(name));
  return { ...Object.fromEntries(kept), [cost.limitField]: maxTokens };
}
