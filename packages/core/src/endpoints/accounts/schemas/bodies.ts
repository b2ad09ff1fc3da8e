import * as z from "zod/mini";
import { validId, validModels, validText } from "../../../accounts/keys/check-key.js";
import { budgetPeriods, validTimeZone } from "../../../accounts/ledger/budget-window.js";
import { fromUsd, usdForm } from "../../../accounts/prices/dollars.js";
import { timeForm } from "../../../accounts/time.js";
import { problemOf } from "../../../validation/check-options.js";
import { byRule, must } from "./words.js";

/** The models that a key may use. */
export const models = /* @__PURE__ */ z.lazy(() =>
  z.union([z.literal("all"), z.array(validId)], byRule(validModels)),
);

/** The limits of a key or an account; null stands for none. */
export const limitsBody = /* @__PURE__ */ z.lazy(() => {
  const limit = z.nullish(z.int(must("a whole number above 0")).check(z.minimum(1)));
  return z.strictObject({
    requests_per_minute: limit,
    input_tokens_per_minute: limit,
    output_tokens_per_minute: limit,
    concurrent_requests: limit,
  });
});

/** The sentence about a time at which no key can end. */
export const badExpiry =
  'expires_at must be a time to come, such as "2027-01-31" or "2027-01-31T12:00:00Z"';

/** What of a key can be changed. */
function changeable() {
  return {
    name: z.nullish(validText),
    models: z.nullish(models),
    limits: z.nullish(limitsBody),
    expires_at: z.nullish(z.string({ error: badExpiry }).check(z.regex(timeForm))),
  };
}

/** A key that is to be issued; null counts as absent. */
export const newKeyBody = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({ account_id: validId, ...changeable() }),
);

/** A change of a key: null removes a member, and one that is absent stays. */
export const keyChangeBody = /* @__PURE__ */ z.lazy(() => {
  const members = changeable();
  const names = Object.keys(members).join(", ");
  return z.strictObject(members).check(
    z.refine((change) => Object.keys(change).length > 0, {
      error: `The body changes nothing; it may have ${names}`,
    }),
  );
});

/** A year. */
const longestOverlap = 31_536_000;

/** For how long the old secrets of a key stay valid. */
export const overlapBody = /* @__PURE__ */ z.lazy(() => {
  const seconds = z.int(must(`a whole number from 0 to ${longestOverlap}`));
  return z.strictObject({
    overlap_seconds: z.optional(seconds.check(z.minimum(0), z.maximum(longestOverlap))),
  });
});

/** An amount in dollars: a text or a number. */
function dollars() {
  const words = must('a decimal number of at most 9 decimals, such as "12.50"');
  const text = z.string(words).check(z.regex(usdForm));
  return z.union([text, z.number()], words).check(z.refine((usd) => fromUsd(usd) !== undefined));
}

/** An amount in dollars or in nano-dollars; null counts as absent. */
export interface Amount {
  readonly usd?: string | number | null | undefined;
  readonly nano_dollars?: number | null | undefined;
}

function isOneAmount({ usd, nano_dollars }: Amount): boolean {
  return ((usd ?? null) === null) !== ((nano_dollars ?? null) === null);
}

function oneAmount() {
  return z.refine<Amount>(isOneAmount, { path: ["usd"], error: "Set either usd or nano_dollars" });
}

/** Money that is added to an account, or taken back from it. */
export const creditBody = /* @__PURE__ */ z.lazy(() =>
  z
    .strictObject({
      id: validId,
      usd: z.nullish(dollars()),
      nano_dollars: z.nullish(z.int(must("a whole number"))),
      note: z.nullish(validText),
    })
    .check(oneAmount()),
);

/** The period of a budget. */
export const budgetPeriod = /* @__PURE__ */ z.lazy(() =>
  z.enum(budgetPeriods, must(`one of ${budgetPeriods.join(", ")}`)),
);

/** The part of a path that names the budget of an owner. */
export const budgetPath = /* @__PURE__ */ z.lazy(() => z.object({ period: budgetPeriod }));

/** What an account or a key may spend in each period. */
export const budgetBody = /* @__PURE__ */ z.lazy(() => {
  const notBelow = { error: "A budget must not be below 0" };
  const isZone = (name: string) => problemOf(validTimeZone, name, "") === undefined;
  return z
    .strictObject({
      period: budgetPeriod,
      usd: z.nullish(dollars().check(z.refine((usd) => (fromUsd(usd) ?? 0) >= 0, notBelow))),
      nano_dollars: z.nullish(z.int(must("a whole number")).check(z.minimum(0, notBelow))),
      time_zone: z.nullish(z.string(byRule(validTimeZone)).check(z.refine(isZone))),
    })
    .check(oneAmount());
});
