import * as z from "zod/mini";
import type { RowFormat } from "../../../accounts/export/write-rows.js";
import { validId } from "../../../accounts/keys/check-key.js";
import type { UsageGroup } from "../../../accounts/ledger/records.js";
import { dayForm, parseDay } from "../../../accounts/time.js";
import { must } from "./words.js";

/** The values of a parameter, in the order in which a query has them. */
type Values = readonly string[];

/** A parameter of which only the first value counts. */
function first<T extends z.core.$ZodType<unknown, string>>(schema: T) {
  return z.pipe(
    z.transform(([text = ""]: Values) => text),
    schema,
  );
}

function day() {
  const isDay = (text: string) => parseDay(text) !== undefined;
  const text = z.string(must("a day such as 2026-11-01")).check(z.regex(dayForm), z.refine(isDay));
  return z.optional(first(text));
}

function id() {
  return z.optional(first(validId));
}

/** How many items a page may have. */
function pageLimit(usual: number, most: number) {
  const toNumber = ([text = ""]: Values) => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN);
  const limit = z.int(must(`a whole number from 1 to ${most}`));
  const inRange = limit.check(z.minimum(1), z.maximum(most));
  return z._default(z.pipe(z.transform(toNumber), inRange), usual);
}

/** What usage is summed by: names separated by commas. An empty list asks for one sum of everything. */
function groupBy(...groups: readonly UsageGroup[]) {
  const toNames = (texts: Values) => [
    ...new Set(texts.flatMap((text) => text.split(",")).filter((name) => name !== "")),
  ];
  const error = `group_by must be a comma-separated list of ${groups.join(", ")}`;
  const list = z.array(z.enum(groups, { error }));
  return z._default(z.pipe(z.transform(toNames), list), ["day"]);
}

/** The query of a path without parameters. */
export const noQuery = /* @__PURE__ */ z.lazy(() => z.strictObject({}));

/** The query of a path that tools for other services call with parameters of their own. */
export const anyQuery = /* @__PURE__ */ z.lazy(() => z.object({}));

/** The days of a sum for tools that read other services; other parameters are ignored. */
export const billingQuery = /* @__PURE__ */ z.lazy(() =>
  z.object({ start_date: day(), end_date: day() }),
);

/** Which usage of an account is summed, and by what. */
export const usageQuery = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    start: day(),
    end: day(),
    group_by: groupBy("day", "model", "key", "end_user", "session"),
  }),
);

/** The same for all accounts, or for one of them. */
export const allUsageQuery = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({
    start: day(),
    end: day(),
    group_by: groupBy("day", "model", "key", "account", "end_user", "session"),
    account_id: id(),
  }),
);

/** A page of keys, of all accounts or of one. */
export const keysQuery = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({ account_id: id(), after: id(), limit: pageLimit(100, 1_000) }),
);

/** A page of accounts. */
export const accountsQuery = /* @__PURE__ */ z.lazy(() =>
  z.strictObject({ after: id(), limit: pageLimit(100, 100) }),
);

/** A page of final rows. Without a format the header `accept` decides. */
export const rowsQuery = /* @__PURE__ */ z.lazy(() => {
  const formats = ["ndjson", "csv"] as const satisfies readonly RowFormat[];
  const format = z.enum(formats, must("ndjson or csv"));
  return z.strictObject({
    after: id(),
    limit: pageLimit(1_000, 10_000),
    account_id: id(),
    format: z.optional(first(format)),
  });
});
