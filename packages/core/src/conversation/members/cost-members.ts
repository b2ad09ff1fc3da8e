import { toPointer } from "../../json/pointer.js";
import type { JsonObject } from "../../json/value.js";
import type { Receipt } from "../receipt/receipt.js";
import type { Rule, Rules } from "../receipt/rules.js";
import { factorOfBetas, factorOfMember, foldName, type Pricing } from "./priced-members.js";

/** The members of a request on which the cost of its reply depends, where money is counted. */
export interface CostLimits {
  /**
   * The one member that limits the output at this upstream. Absent: requests have no output that could be
   * limited, and no member is one.
   */
  readonly limitField?: string | undefined;
  /** The tokens that are reserved for one choice; absent where no money is counted. */
  readonly maxTokens: number | undefined;
  /** The choices that are reserved. */
  readonly choices: number;
  /** Further members of the upstream by which a caller could change the price. */
  readonly costMembers?: readonly string[] | undefined;
  /** What the price list says. Absent: no token costs anything. */
  readonly pricing?: Pricing | undefined;
}

/** What a request may hold of them. */
export interface JudgedCost {
  /** The output limit to send, in tokens; absent where no money is counted. */
  readonly maxTokens: number | undefined;
  /** Members that are not sent, since one limit is sent instead. */
  readonly superseded: ReadonlySet<string>;
}

/** The refusal of a member that keeps the history at the upstream. */
export const threadRule: Rule = {
  outcome: "refused",
  reason: "Threads are not supported. Send the full conversation without `thread`.",
  // Official clients fall back to requests without threads if an error has exactly these details.
  details: { error_code: "thread_unsupported_request", unsupported: ["thread"] },
};

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
  beta: {
    outcome: "refused",
    reason: "This model has prices, and a feature in this header changes what a reply costs.",
  },
  audio: {
    outcome: "refused",
    reason: "This model has prices, but none for sound.",
  },
} as const satisfies Rules;

/** The names of the format itself; the reservation has followed its rules already. */
const ownLimits: ReadonlySet<string> = new Set(["max_tokens", "max_completion_tokens"]);

/** All names by which servers limit the output, in the form of `foldName`. */
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
 * names, and some read a name in any case, so a name that is not sent cannot pass a reservation. What
 * the price list multiplies its prices by is noted in the pricing.
 */
export function judgeCost(body: JsonObject, cost: CostLimits, receipt: Receipt): JudgedCost {
  const superseded = new Set<string>();
  let { maxTokens } = cost;
  if (maxTokens === undefined) return { maxTokens, superseded };
  for (const [name, value] of Object.entries(body)) {
    const folded = foldName(name);
    if (limits.has(folded)) {
      if (cost.limitField === undefined) continue;
      if (!ownLimits.has(name) && isCount(value)) maxTokens = Math.min(maxTokens, value);
      if (name === cost.limitField) continue;
      superseded.add(name);
      if (value === null) continue;
      receipt.apply(costRules.superseded, toPointer([name]), { to: cost.limitField });
    } else if (!isCovered({ name, folded, value }, cost)) {
      receipt.apply(name === "thread" ? threadRule : costRules.refused, toPointer([name]));
    }
  }
  judgeAbsent(body, cost);
  judgeAudio(cost, receipt);
  return { maxTokens, superseded };
}

/** A member of a body, with its name in the form of `foldName`. */
interface NamedMember {
  readonly name: string;
  readonly folded: string;
  readonly value: unknown;
}

/** Whether the reservation and the price list cover a member. */
function isCovered(member: NamedMember, cost: CostLimits): boolean {
  const { name, folded, value } = member;
  if (value === null || value === undefined) return true;
  if (factors.has(folded)) return isCount(value) && value <= cost.choices;
  if (folded === "model") return name === "model";
  const isCostly = cost.costMembers?.includes(name) === true;
  if (!cost.pricing) return !isCostly;
  return noteFactor(cost.pricing, name, factorOfMember(member, cost.pricing.accepts, isCostly));
}

/** Without the member, both vendors choose the tier as they do for `auto`. */
function judgeAbsent(body: JsonObject, { pricing }: CostLimits): void {
  if (!pricing?.accepts || (body.service_tier ?? null) !== null) return;
  const auto = { name: "service_tier", folded: "servicetier", value: "auto" };
  noteFactor(pricing, auto.name, factorOfMember(auto, pricing.accepts, false));
}

/** Vendors have prices of their own for the tokens of sound. */
function judgeAudio({ pricing }: CostLimits, receipt: Receipt): void {
  if (pricing?.audioAt === undefined) return;
  const audio = { name: "input_audio", folded: "inputaudio", value: "input_audio" };
  const factor = factorOfMember(audio, pricing.accepts, true);
  if (!noteFactor(pricing, audio.name, factor)) receipt.apply(costRules.audio, pricing.audioAt);
}

/**
 * Judges the features that a header of Messages asks for, where money is counted.
 * @param betas the values of the header `anthropic-beta`
 */
export function judgeBetas(betas: unknown, pricing: Pricing, receipt: Receipt): void {
  if (!Array.isArray(betas)) return;
  const name = "anthropic-beta";
  if (noteFactor(pricing, name, factorOfBetas(betas, pricing))) return;
  receipt.apply(costRules.beta, toPointer([name]));
}

/** Notes a factor unless it changes nothing; `false` if there is none. */
function noteFactor(pricing: Pricing, name: string, factor: number | undefined): factor is number {
  if (factor !== undefined && factor !== 1) {
    pricing.asked = { ...pricing.asked, [name]: factor };
  }
  return factor !== undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** A body that was written for an upstream, with one output limit and none of what was judged away. */
export function limitCost(
  body: JsonObject,
  cost: CostLimits & { readonly limitField: string },
  receipt: Receipt,
): JsonObject {
  const { maxTokens, superseded } = judgeCost(body, cost, receipt);
  if (maxTokens === undefined) return body;
  const kept = Object.entries(body).filter(([name]) => !superseded.has(name));
  return { ...Object.fromEntries(kept), [cost.limitField]: maxTokens };
}
