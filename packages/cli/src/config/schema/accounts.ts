import { fromUsd } from "@diglot/core/accounts";
import { z } from "zod";
import type { Inferred } from "./inferred.js";
import { name, secret, whole } from "./values.js";

const error = 'must be US dollars in a string, such as "10.00", at most 9 millions';
/** The pattern is for editors; the library knows which amounts there are. */
const usd = z
  .string({ error: (issue) => adviseOnUsd(issue.input) })
  .regex(/^-?\d{1,7}(\.\d{1,9})?$/, { error, abort: true })
  .refine((text) => fromUsd(text) !== undefined, { error });

/** A number is what most people write first. */
function adviseOnUsd(input: unknown): string | undefined {
  if (typeof input !== "number" || !Number.isFinite(input)) return undefined;
  return `must be US dollars in a string: "${input.toFixed(2)}"`;
}

/** The schema of `RateLimitsConfig`. */
export const rateLimits = z
  .strictObject({
    /** Requests per minute. */
    requestsPerMinute: whole.optional(),
    /** Input tokens per minute, including those from a cache. */
    inputTokensPerMinute: whole.optional(),
    /** Output tokens per minute. */
    outputTokensPerMinute: whole.optional(),
    /** Requests that may run at once. */
    concurrentRequests: whole.optional(),
  })
  .meta({ id: "RateLimitsConfig" });

/** Limits; what is absent is not limited. */
export type RateLimitsConfig = Inferred<typeof rateLimits>;

const credit = z
  .strictObject({
    /** Unique among all credits; one whose id is known is not given again. */
    id: name,
    /** US dollars, such as "10.00". */
    usd,
    /** A note, for those who read the credits. */
    note: z.string().optional(),
  })
  .meta({ id: "CreditConfig" });

/** Money that an account is given. */
export type CreditConfig = Inferred<typeof credit>;

const budget = z
  .strictObject({
    /** How often it renews; `total` never does, and is for keys only: the total of an account is its credits. */
    period: z.enum(["day", "week", "month", "total"]),
    /** US dollars, such as "10.00". */
    usd,
    /** Where its periods begin. @default "UTC" */
    timeZone: name.optional(),
  })
  .meta({ id: "BudgetConfig" });

/** What an account or a key may spend in each period. */
export type BudgetConfig = Inferred<typeof budget>;

/** The schema of `KeyConfig`. */
export const key = z
  .strictObject({
    /** The secret that the caller presents, at least 8 characters. */
    key: secret(8),
    /** A name that may be logged. */
    id: name,
    /** The account that pays. @default the id */
    accountId: name.optional(),
    /** The models that it may use, by id. @default "all" */
    models: z.union([z.literal("all"), z.array(name)]).optional(),
    /** Its own limits. */
    limits: rateLimits.optional(),
    /** What it may spend of its account's money. */
    budgets: z.array(budget).optional(),
    /** From when on it is refused: a time with its zone, such as "2027-01-01T00:00:00Z". @default never */
    expiresAt: z.iso
      .datetime({
        offset: true,
        error: 'must be a time with its zone, such as "2027-01-01T00:00:00Z"',
      })
      .optional(),
  })
  .meta({ id: "KeyConfig" });

/** A key of a caller. */
export type KeyConfig = Inferred<typeof key>;

/** The schema of `AccountConfig`. */
export const account = z
  .strictObject({
    /** Limits that all of its keys share. */
    limits: rateLimits.optional(),
    /** Money that it is given, once for each id. */
    credits: z.array(credit).optional(),
    /** What it may spend in each period. */
    budgets: z.array(budget).optional(),
  })
  .meta({ id: "AccountConfig" });

/** What an account may use and spend. */
export type AccountConfig = Inferred<typeof account>;
