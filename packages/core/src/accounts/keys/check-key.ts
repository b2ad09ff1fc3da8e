import * as z from "zod/mini";
import {
  all,
  anything,
  type Check,
  deferred,
  either,
  is,
  isHidden,
} from "../../validation/check.js";
import { checkOptions, checkValue } from "../../validation/check-options.js";
import { listOf, members } from "../../validation/objects.js";
import { isString, size, whole } from "../../validation/values.js";
import { expects } from "../../validation/words.js";
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
/** Without control characters and halves of surrogate pairs, which no store can keep as text. */
const writable = /^[^\p{Cc}\p{Cs}]*$/u;

/** A text that people write. */
export const validText = /* @__PURE__ */ z.lazy(() => {
  const words = expects("a string of at most 255 characters without control characters");
  return z
    .string(words)
    .check(z.maxLength(255, { abort: true }), z.regex(writable, { abort: true }));
});

/** The id of a key or an account: `.` and `..` cannot be part of a path. */
export const validId = /* @__PURE__ */ z.lazy(() => {
  const isName = z.regex(/^(?!\.{0,2}$)/, { ...expects("an id"), abort: true });
  return validText._zod.innerType.check(isName);
});

/** The models that a key may use. */
export const validModels: Check = /* @__PURE__ */ deferred(() => {
  const list = all(isHidden('"all" or a list of model ids', Array.isArray), listOf(validId));
  return either((given) => given === "all", anything, list);
});

/** The limits of a key or an account. */
export const validLimits: Check = /* @__PURE__ */ deferred(() =>
  members<RateLimits>({
    requestsPerMinute: size,
    inputTokensPerMinute: size,
    outputTokensPerMinute: size,
    concurrentRequests: size,
  }),
);

/** The checks of what keys of every origin have. */
export function keyChecks() {
  return {
    id: validId,
    models: validModels,
    limits: validLimits,
    expiresAt: is(
      "a time in milliseconds since 1970",
      (value) => Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= lastMoment,
    ),
  };
}

/** A key that a store is to issue. Its secret is never shown. */
export const validNewKey: Check = /* @__PURE__ */ deferred(() =>
  members<NewKey>({
    ...keyChecks(),
    accountId: { required: validId },
    name: validText,
    secret: isHidden(
      "at least 8 visible ASCII characters",
      (secret) => isString(secret) && /^[\x21-\x7e]{8,}$/.test(secret),
    ),
  }),
);

/** A change of a key; `null` removes what a key has. */
const validKeyChange: Check = /* @__PURE__ */ deferred(() => {
  const { models, expiresAt } = keyChecks();
  const limit = orNull(size);
  return members<KeyChange>({
    name: orNull(validText),
    models: orNull(models),
    limits: orNull(
      members<LimitsChange>({
        requestsPerMinute: limit,
        inputTokensPerMinute: limit,
        outputTokensPerMinute: limit,
        concurrentRequests: limit,
      }),
    ),
    expiresAt: orNull(expiresAt),
  });
});

function orNull(check: Check): Check {
  return either((value) => value === null, anything, check);
}

/**
 * Checks a change of a key. `null` removes what a key has.
 * @throws TypeError that names the field at fault
 */
export function checkKeyChange(change: KeyChange): void {
  checkOptions("keys.update", change, validKeyChange);
}

/**
 * Checks the id of a key or an account: 1 to 255 characters, none of them a control character or
 * half a surrogate pair; `.` and `..` cannot be part of a path.
 * @throws TypeError that names the field
 */
export function checkId(field: string, id: unknown): asserts id is string {
  checkValue(field, id, validId);
}

/**
 * Checks the limits of a key or an account.
 * @throws TypeError that names the limit
 */
export function checkRateLimits(limits: RateLimits | undefined): void {
  if (limits !== undefined) checkValue("limits", limits, validLimits);
}

/**
 * Checks how long old secrets of a key stay valid.
 * @throws TypeError for an invalid time
 */
export function checkOverlap(overlap: number): void {
  checkValue("overlap", overlap, whole(0, lastMoment));
}

/**
 * Checks how many keys one page may have; the default is 100.
 * @throws TypeError for an invalid number
 */
export function checkKeyLimit(limit = 100): number {
  checkValue("limit", limit, whole(1, 1_000));
  return limit;
}
