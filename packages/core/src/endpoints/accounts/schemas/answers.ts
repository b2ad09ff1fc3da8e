import * as z from "zod/mini";
import { validId, validText } from "../../../accounts/keys/check-key.js";
import { budgetPeriods } from "../../../accounts/ledger/budget-window.js";
import { usdText } from "../../../accounts/prices/dollars.js";
import { budgetPeriod, models } from "./bodies.js";

/** A time in ISO 8601, in UTC. */
const time = /* @__PURE__ */ z.lazy(() => z.iso.datetime());
/** A whole number of 0 or more. */
const count = /* @__PURE__ */ z.lazy(() => z.int().check(z.minimum(0)));
/** Nano-dollars as a decimal number of dollars, exactly. */
const usd = /* @__PURE__ */ z.lazy(() => z.string().check(z.regex(usdText)));

/** Limits that are set; null if there are none. */
function limits() {
  const limit = z.optional(z.int().check(z.minimum(1)));
  return z.nullable(
    z.strictObject({
      requests_per_minute: limit,
      input_tokens_per_minute: limit,
      output_tokens_per_minute: limit,
      concurrent_requests: limit,
    }),
  );
}

/** What a key does not have is null. */
function keyMembers() {
  return {
    object: z.literal("key"),
    id: validId,
    account_id: validId,
    name: z.nullable(validText),
    prefix: z.string(),
    models,
    limits: limits(),
    state: z.enum(["valid", "expired", "revoked"]),
    created_at: time,
    expires_at: z.nullable(time),
    revoked_at: z.nullable(time),
  };
}

/** A key without its secret. */
export const keyAnswer = /* @__PURE__ */ z.lazy(() => z.strictObject(keyMembers()));

/** A key that was issued or rotated: the only answer with its secret. */
export const issuedKeyAnswer = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({ ...keyMembers(), secret: z.string() }),
);

/** A page of a list; `next` is the cursor of the following page. */
function pageOf<T extends z.core.$ZodType>(item: T) {
  return z.strictObject({
    object: z.literal("list"),
    data: z.array(item),
    has_more: z.boolean(),
    next: z.nullable(z.string()),
  });
}

/** A page of keys. */
export const keysAnswer = /* @__PURE__ */ z.lazy(() => pageOf(keyAnswer));

/** Null stands for no limit; `available` is below 0 if credits were taken back after they were spent. */
function balanceMembers() {
  return {
    object: z.literal("balance"),
    account_id: validId,
    currency: z.literal("usd"),
    limit_nano_dollars: z.nullable(z.int()),
    spent_nano_dollars: count,
    reserved_nano_dollars: count,
    available_nano_dollars: z.nullable(z.int()),
    limit_usd: z.nullable(usd),
    spent_usd: usd,
    reserved_usd: usd,
    available_usd: z.nullable(usd),
  };
}

/** The balance of an account after a credit. */
export const creditAnswer = /* @__PURE__ */ z.lazy(() => z.strictObject(balanceMembers()));

/**
 * A budget. `key_id` is null for one of the whole account; `begins_at` and `renews_at` are null for one
 * that never renews. `available` is below 0 if the budget was lowered below what is used.
 */
const budget = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    object: z.literal("budget"),
    account_id: validId,
    key_id: z.nullable(validId),
    period: budgetPeriod,
    time_zone: z.string(),
    begins_at: z.nullable(time),
    renews_at: z.nullable(time),
    limit_nano_dollars: count,
    spent_nano_dollars: count,
    reserved_nano_dollars: count,
    available_nano_dollars: z.int(),
    limit_usd: usd,
    spent_usd: usd,
    reserved_usd: usd,
    available_usd: usd,
  }),
);

/**
 * What happens to the next request that costs something: `limited_by` names the credit or the budget with
 * the least left. It is null for an account without any, whose requests are `unlimited` or `refused`.
 */
const nextRequest = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    outcome: z.enum(["unlimited", "limited", "refused"]),
    limited_by: z.nullable(z.enum(["credit", ...budgetPeriods])),
    available_usd: z.nullable(usd),
  }),
);

/** The balance of an account, with its budgets and those of its keys. */
export const balanceAnswer = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    ...balanceMembers(),
    budgets: z.array(budget),
    next_request: nextRequest,
  }),
);

/** The budgets of an account and its keys, or of one key. */
export const budgetsAnswer = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({ object: z.literal("list"), data: z.array(budget) }),
);

/** A page of accounts. */
export const accountsAnswer = /* @__PURE__ */ z.lazy(() => pageOf(balanceAnswer));

/** The limits that all keys of an account share. */
export const accountLimitsAnswer = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    object: z.literal("account_limits"),
    account_id: validId,
    limits: limits(),
  }),
);

/**
 * The sum of one group; members that are not in `group_by` are absent. `last_used_at` is when the newest
 * of its attempts began.
 */
const usage = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    object: z.literal("usage"),
    day: z.optional(z.iso.date()),
    model: z.optional(z.string()),
    key_id: z.optional(z.string()),
    account_id: z.optional(z.string()),
    end_user: z.optional(z.string()),
    session_id: z.optional(z.string()),
    attempts: count,
    input_tokens: count,
    cache_read_tokens: count,
    cache_write_tokens: count,
    cache_write_long_tokens: count,
    output_tokens: count,
    reasoning_tokens: count,
    cost_nano_dollars: count,
    cost_usd: usd,
    last_used_at: time,
  }),
);

/** Sums of usage, and the days that they cover, both included. */
export const usageAnswer = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    object: z.literal("list"),
    data: z.array(usage),
    start: z.iso.date(),
    end: z.iso.date(),
  }),
);

/** All credits together, in dollars, as tools for Chat Completions read them. */
export const subscriptionAnswer = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    object: z.literal("billing_subscription"),
    has_payment_method: z.literal(true),
    soft_limit_usd: z.number(),
    hard_limit_usd: z.number(),
    system_hard_limit_usd: z.number(),
    access_until: z.literal(0),
  }),
);

/** What was spent, in hundredths of a dollar, as the same tools read it. */
export const billingUsageAnswer = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({ object: z.literal("list"), total_usage: z.number() }),
);

/** Credits and what of them is spent, in dollars, as tools for OpenRouter read them. */
export const creditsAnswer = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    data: z.strictObject({ total_credits: z.number(), total_usage: z.number() }),
  }),
);

/** The types of the answers. */
export type KeyAnswer = z.output<typeof keyAnswer>;
export type KeyLimits = KeyAnswer["limits"];
export type CreditAnswer = z.output<typeof creditAnswer>;
export type BudgetAnswer = z.output<typeof budget>;
export type BalanceAnswer = z.output<typeof balanceAnswer>;
export type UsageItem = z.output<typeof usage>;
export type UsageAnswer = z.output<typeof usageAnswer>;
export type SubscriptionAnswer = z.output<typeof subscriptionAnswer>;
export type BillingUsageAnswer = z.output<typeof billingUsageAnswer>;
export type CreditsAnswer = z.output<typeof creditsAnswer>;
