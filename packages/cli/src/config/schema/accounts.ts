import { fromUsd } from "@diglot/core/accounts";
import { z } from "zod";
import { name, secret, whole } from "./values.js";

const error = 'must be US dollars in a string, such as "10.00", at most 9 millions';
/** The pattern is for editors; the library knows which amounts there are. */
const usd = z
  .string()
  .regex(/^-?\d{1,7}(\.\d{1,9})?$/, { error, abort: true })
  .refine((text) => fromUsd(text) !== undefined, { error });

/** Limits of a key or an account. */
export const rateLimits = z
  .strictObject({
    requestsPerMinute: whole.optional(),
    inputTokensPerMinute: whole.optional(),
    outputTokensPerMinute: whole.optional(),
    concurrentRequests: whole.optional(),
  })
  .meta({ id: "RateLimitsConfig" });

const credit = z
  .strictObject({ id: name, usd, note: z.string().optional() })
  .meta({ id: "CreditConfig" });

const budget = z
  .strictObject({
    period: z.enum(["day", "week", "month", "total"]),
    usd,
    timeZone: name.optional(),
  })
  .meta({ id: "BudgetConfig" });

/** A key of a caller. */
export const key = z
  .strictObject({
    key: secret(8),
    id: name,
    accountId: name.optional(),
    models: z.union([z.literal("all"), z.array(name)]).optional(),
    limits: rateLimits.optional(),
    budgets: z.array(budget).optional(),
    expiresAt: z.iso
      .datetime({
        offset: true,
        error: 'must be a time with its zone, such as "2027-01-01T00:00:00Z"',
      })
      .optional(),
  })
  .meta({ id: "KeyConfig" });

/** What an account may use and spend. */
export const account = z
  .strictObject({
    limits: rateLimits.optional(),
    credits: z.array(credit).optional(),
    budgets: z.array(budget).optional(),
  })
  .meta({ id: "AccountConfig" });
