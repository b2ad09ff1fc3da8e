import type { KeyChange, LimitsChange, NewKey } from "./key-store.js";
import type { RateLimits } from "./keys.js";

/** Every limit that a key or an account can have. */
export const rateLimitNames = [
  "requestsPerMinute",
  "inputTokensPerMinute",
  "outputTokensPerMinute",
  "concurrentRequests",
] as const satisfies readonly (keyof RateLimits)[];

/** The last moment that a `Date` can hold, in milliseconds since 1970. */
const lastMoment = 8.64e15;

/**
 * Checks a key before it is issued.
 * @throws TypeError that names the field at fault and never shows the secret
 */
export function checkNewKey(key: NewKey): void {
  checkId("accountId", key.accountId);
  if (key.id !== undefined) checkId("id", key.id);
  if (key.name !== undefined) checkText("name", key.name);
  if (key.models !== undefined) checkModels(key.models);
  checkRateLimits(key.limits);
  checkExpiry(key.expiresAt);
  if (key.secret !== undefined) checkSecret(key.secret);
}

/** Every member of a key that can be changed. */
const changeNames = [
  "name",
  "models",
  "limits",
  "expiresAt",
] as const satisfies readonly (keyof KeyChange)[];

/**
 * Checks a change of a key. `null` removes what a key has.
 * @throws TypeError that names the field at fault
 */
export function checkKeyChange(change: KeyChange): void {
  if (typeof change !== "object" || change === null) {
    throw new TypeError(`A change must be an object with ${changeNames.join(", ")}.`);
  }
  const unknown = Object.keys(change).find((name) => !changeNames.some((known) => known === name));
  if (unknown !== undefined) {
    throw new TypeError(`${unknown} of a key cannot be changed, only ${changeNames.join(", ")}.`);
  }
  const { name, models, limits, expiresAt } = change;
  if (isGiven(name)) checkText("name", name);
  if (isGiven(models)) checkModels(models);
  if (isGiven(limits)) checkLimits(limits, isGiven);
  if (isGiven(expiresAt)) checkExpiry(expiresAt);
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}

/**
 * Checks the id of a key or an account: 1 to 255 characters, none of them a control character or
 * half a surrogate pair; `.` and `..` cannot be part of a path.
 * @throws TypeError that names the field
 */
export function checkId(field: string, id: unknown): asserts id is string {
  checkText(field, id);
  if (id === "" || id === "." || id === "..") {
    throw new TypeError(`${field} must be an id, not ${JSON.stringify(id)}.`);
  }
}

/**
 * Checks the limits of a key or an account.
 * @throws TypeError that names the limit
 */
export function checkRateLimits(limits: RateLimits | undefined): void {
  checkLimits(limits, (value) => value !== undefined);
}

/** Checks the limits of which something is said. */
function checkLimits(limits: LimitsChange | undefined, isSet: (value: unknown) => boolean): void {
  if (limits === undefined) return;
  if (typeof limits !== "object" || limits === null) {
    throw new TypeError("limits must be an object.");
  }
  for (const [name, value] of Object.entries(limits)) {
    if (!rateLimitNames.some((known) => known === name)) {
      throw new TypeError(`limits.${name} is unknown; use ${rateLimitNames.join(", ")}.`);
    }
    if (!isSet(value) || (Number.isSafeInteger(value) && Number(value) > 0)) continue;
    throw new TypeError(`limits.${name} must be a whole number above 0.`);
  }
}

/**
 * Checks how long old secrets of a key stay valid.
 * @throws TypeError for an invalid time
 */
export function checkOverlap(overlap: number): void {
  if (Number.isSafeInteger(overlap) && overlap >= 0 && overlap <= lastMoment) return;
  throw new TypeError("overlap must be a whole number of milliseconds, 0 or more.");
}

/**
 * Checks how many keys one page may have; the default is 100.
 * @throws TypeError for an invalid number
 */
export function checkKeyLimit(limit = 100): number {
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= 1_000) return limit;
  throw new TypeError("limit must be a whole number from 1 to 1,000.");
}

/** Control characters, and halves of surrogate pairs, which no store can keep as text. */
const unwritable = /[\p{Cc}\p{Cs}]/u;

/**
 * Checks a text that people write: at most 255 characters, none of them a control character.
 * @throws TypeError that names the field
 */
export function checkText(field: string, text: unknown): asserts text is string {
  if (typeof text === "string" && text.length <= 255 && !unwritable.test(text)) return;
  throw new TypeError(
    `${field} must be a string of at most 255 characters without control characters.`,
  );
}

/**
 * Checks which models a key may use.
 * @throws TypeError that names the member at fault
 */
export function checkModels(models: unknown): asserts models is "all" | readonly string[] {
  if (models === "all") return;
  if (!Array.isArray(models)) throw new TypeError('models must be "all" or a list of model ids.');
  for (const [index, model] of models.entries()) checkId(`models[${index}]`, model);
}

function checkExpiry(expiresAt: unknown): void {
  if (expiresAt === undefined) return;
  if (Number.isSafeInteger(expiresAt) && Number(expiresAt) > 0 && Number(expiresAt) <= lastMoment)
    return;
  throw new TypeError("expiresAt must be a time in milliseconds since 1970.");
}

function checkSecret(secret: unknown): void {
  if (typeof secret === "string" && /^[\x21-\x7e]{8,}$/.test(secret)) return;
  throw new TypeError("secret must be at least 8 visible ASCII characters.");
}
