import { isPositiveInteger } from "../../json/value.js";
import { checkModels } from "../keys/check-key.js";
import type { KeyChange, LimitsChange, NewKey } from "../keys/key-store.js";
import type { RateLimits } from "../keys/keys.js";
import type { Credit } from "../ledger/records.js";
import { fromUsd } from "../prices/dollars.js";
import { parseTime } from "../time.js";
import { badRequest, refusing } from "./bad-request.js";
import { optional, readIdMember, readMembers, readText, toPath } from "./read-members.js";

/** The key that a body asks for. @throws ServiceError `bad_request` that names the member */
export function readNewKey(body: unknown, now: number): NewKey {
  const { account_id, name, models, limits, expires_at } = readMembers(body, [
    "account_id",
    "name",
    "models",
    "limits",
    "expires_at",
  ]);
  return {
    accountId: readIdMember("account_id", account_id),
    name: optional(name, (value) => readText("name", value)),
    models: optional(models, readModels),
    limits: optional(limits, (value) => readLimits(value, "limits")),
    expiresAt: optional(expires_at, (value) => readExpiry(value, now)),
  };
}

/**
 * What a body changes of a key: null removes a member, and one that is absent stays.
 * @throws ServiceError `bad_request` that names the member
 */
export function readKeyChange(body: unknown, now: number): KeyChange {
  const names = ["name", "models", "limits", "expires_at"];
  const members = readMembers(body, names);
  if (Object.keys(members).length === 0) {
    throw badRequest(undefined, `The body changes nothing; it may have ${names.join(", ")}.`);
  }
  const { name, models, limits, expires_at } = members;
  return {
    ...change("name", name, (value) => readText("name", value)),
    ...change("models", models, readModels),
    ...change("limits", limits, readLimitsChange),
    ...change("expiresAt", expires_at, (value) => readExpiry(value, now)),
  };
}

/** A member of a change: the value that is read, null, or nothing. */
function change<K extends string, T>(
  name: K,
  value: unknown,
  read: (value: unknown) => T,
): { readonly [P in K]?: T | null };
function change(name: string, value: unknown, read: (value: unknown) => unknown) {
  return value === undefined ? {} : { [name]: value === null ? null : read(value) };
}

/** The credit that a body gives to an account. @throws ServiceError `bad_request` that names the member */
export function readCredit(body: unknown, accountId: string): Credit {
  const { id, usd, nano_dollars, note } = readMembers(body, ["id", "usd", "nano_dollars", "note"]);
  return {
    id: readIdMember("id", id),
    accountId,
    nanoDollars: readMoney(usd ?? undefined, nano_dollars ?? undefined),
    note: optional(note, (value) => readText("note", value)),
  };
}

/** For how many milliseconds old secrets stay valid. @throws ServiceError `bad_request` */
export function readOverlap(body: unknown): number {
  const { overlap_seconds = 0 } = readMembers(body, ["overlap_seconds"]);
  if (overlap_seconds === 0) return 0;
  if (isPositiveInteger(overlap_seconds) && overlap_seconds <= longestOverlap)
    return overlap_seconds * 1_000;
  throw badRequest(
    "overlap_seconds",
    `overlap_seconds must be a whole number from 0 to ${longestOverlap}.`,
  );
}

/** A year. */
const longestOverlap = 31_536_000;

/** The names of the limits on the wire. */
export const limitNames = {
  requests_per_minute: "requestsPerMinute",
  input_tokens_per_minute: "inputTokensPerMinute",
  output_tokens_per_minute: "outputTokensPerMinute",
  concurrent_requests: "concurrentRequests",
} as const satisfies Readonly<Record<string, keyof RateLimits>>;

/**
 * The limits that a body, or one of its members, sets.
 * @throws ServiceError `bad_request` that names the member
 */
export function readLimits(body: unknown, place?: string): RateLimits {
  const entries = Object.entries(readLimitMembers(body, place));
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

/** The limits of a key that a body changes; null removes one. @throws ServiceError `bad_request` */
function readLimitsChange(value: unknown): LimitsChange {
  return readLimitMembers(value, "limits");
}

function readLimitMembers(body: unknown, place: string | undefined): LimitsChange {
  const members = readMembers(body, Object.keys(limitNames), place);
  const limits: { -readonly [Name in keyof LimitsChange]: LimitsChange[Name] } = {};
  for (const [name, own] of Object.entries(limitNames)) {
    const { [name]: value } = members;
    if (value === undefined) continue;
    if (value !== null && !isPositiveInteger(value)) {
      throw badRequest(
        toPath(name, place),
        `${toPath(name, place)} must be a whole number above 0.`,
      );
    }
    limits[own] = value;
  }
  return limits;
}

function readModels(value: unknown): "all" | readonly string[] {
  return refusing("models", () => {
    checkModels(value);
    return value;
  });
}

function readExpiry(value: unknown, now: number): number {
  const time = parseTime(value);
  if (time !== undefined && time > now) return time;
  throw badRequest(
    "expires_at",
    'expires_at must be a time to come, such as "2027-01-31" or "2027-01-31T12:00:00Z".',
  );
}

/** An amount in dollars or in nano-dollars. @throws ServiceError `bad_request` unless it is one of them */
export function readMoney(usd: unknown, nanoDollars: unknown): number {
  if ((usd === undefined) === (nanoDollars === undefined)) {
    throw badRequest("usd", "Set either usd or nano_dollars.");
  }
  if (typeof nanoDollars === "number" && Number.isSafeInteger(nanoDollars)) return nanoDollars;
  if (nanoDollars !== undefined) {
    throw badRequest("nano_dollars", "nano_dollars must be a whole number.");
  }
  const money = fromUsd(usd);
  if (money !== undefined) return money;
  throw badRequest("usd", 'usd must be a decimal number of at most 9 decimals, such as "12.50".');
}
