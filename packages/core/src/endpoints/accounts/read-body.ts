import type * as z from "zod/mini";
import type { KeyChange, LimitsChange, NewKey } from "../../accounts/keys/key-store.js";
import type { RateLimits } from "../../accounts/keys/keys.js";
import type { Budget } from "../../accounts/ledger/budget.js";
import type { Credit } from "../../accounts/ledger/records.js";
import { fromUsd } from "../../accounts/prices/dollars.js";
import { parseTime } from "../../accounts/time.js";
import { badRequest } from "./bad-request.js";
import { readBody } from "./read.js";
import {
  type Amount,
  badExpiry,
  budgetBody,
  creditBody,
  keyChangeBody,
  limitsBody,
  newKeyBody,
  overlapBody,
} from "./schemas/bodies.js";

type LimitsBody = z.output<typeof limitsBody>;

/** The names of the limits on the wire. */
export const limitNames = {
  requests_per_minute: "requestsPerMinute",
  input_tokens_per_minute: "inputTokensPerMinute",
  output_tokens_per_minute: "outputTokensPerMinute",
  concurrent_requests: "concurrentRequests",
} as const satisfies Readonly<Record<keyof LimitsBody, keyof RateLimits>>;

/** The key that a body asks for. @throws ServiceError `bad_request` that names the member */
export function readNewKey(body: unknown, now: number): NewKey {
  const { account_id, name, models, limits, expires_at } = readBody(newKeyBody, body);
  return {
    accountId: account_id,
    name: name ?? undefined,
    models: models ?? undefined,
    limits: limits ? toLimits(limits) : undefined,
    expiresAt: toExpiry(expires_at, now) ?? undefined,
  };
}

/**
 * What a body changes of a key: null removes a member, and one that is absent stays.
 * @throws ServiceError `bad_request` that names the member
 */
export function readKeyChange(body: unknown, now: number): KeyChange {
  const { limits, expires_at, ...change } = readBody(keyChangeBody, body);
  return {
    ...change,
    ...(limits !== undefined && { limits: limits && toLimitsChange(limits) }),
    ...(expires_at !== undefined && { expiresAt: toExpiry(expires_at, now) }),
  };
}

/** The credit that a body gives to an account. @throws ServiceError `bad_request` that names the member */
export function readCredit(body: unknown, accountId: string): Credit {
  const { id, note, ...amount } = readBody(creditBody, body);
  return { id, accountId, nanoDollars: toNanoDollars(amount), note: note ?? undefined };
}

/** The budget that a body sets. @throws ServiceError `bad_request` that names the member */
export function readBudget(body: unknown): Pick<Budget, "period" | "nanoDollars" | "timeZone"> {
  const { period, time_zone, ...amount } = readBody(budgetBody, body);
  return { period, nanoDollars: toNanoDollars(amount), timeZone: time_zone ?? undefined };
}

/** For how many milliseconds old secrets stay valid. @throws ServiceError `bad_request` */
export function readOverlap(body: unknown): number {
  return (readBody(overlapBody, body).overlap_seconds ?? 0) * 1_000;
}

/** The limits that a body sets. @throws ServiceError `bad_request` that names the member */
export function readLimits(body: unknown): RateLimits {
  return toLimits(readBody(limitsBody, body));
}

function toLimits(limits: LimitsBody): RateLimits {
  const entries = Object.entries(toLimitsChange(limits));
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

function toLimitsChange(limits: LimitsBody): LimitsChange {
  const entries = Object.entries(limits) as readonly [keyof LimitsBody, number | null][];
  return Object.fromEntries(entries.map(([name, value]) => [limitNames[name], value]));
}

/** The end of a key, which must be to come. Only the clock tells. */
function toExpiry(text: string | null | undefined, now: number): number | null | undefined {
  if (text === undefined || text === null) return text;
  const time = parseTime(text);
  if (time !== undefined && time > now) return time;
  throw badRequest("expires_at", `${badExpiry}.`);
}

/** An amount that is given in dollars or in nano-dollars. */
function toNanoDollars({ usd, nano_dollars }: Amount): number {
  return nano_dollars ?? fromUsd(usd) ?? 0;
}
