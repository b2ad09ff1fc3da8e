import { nearestName } from "../../errors/nearest-name.js";
import type { Exchange } from "../../http/exchange.js";
import { checkId } from "../keys/check-key.js";
import type { UsageGroup } from "../ledger/records.js";
import { parseDay, toDay } from "../time.js";
import { badRequest, refusing } from "./bad-request.js";

/** The parameters of a request's target, whatever they are called. */
export function readAnyQuery({ target }: Pick<Exchange, "target">): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(target)?.[1] ?? "");
}

/**
 * The parameters of a request's target, if all of them are known.
 * @throws ServiceError `bad_request` that names the unknown one and the one that is nearest to it
 */
export function readQuery(
  exchange: Pick<Exchange, "target">,
  known: readonly string[] = [],
): URLSearchParams {
  const query = readAnyQuery(exchange);
  const unknown = [...query.keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return query;
  const name = unknown.slice(0, 64);
  const nearest = nearestName(name, known);
  const meant = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  const all = known.length === 0 ? "This path takes none." : `Known are ${known.join(", ")}.`;
  throw badRequest(name, `${JSON.stringify(name)} is not a parameter of this path.${meant} ${all}`);
}

/** Whole days in UTC, the first and the last included. */
export interface Days {
  readonly start: string;
  readonly end: string;
  /** The same in milliseconds since 1970; `to` is not included. */
  readonly from: number;
  readonly to: number;
}

const dayLength = 86_400_000;
const usualDays = 30;
const mostDays = 366;

/**
 * The days between two parameters; without them the last 30 days, or 30 days up to the given end.
 * @throws ServiceError `bad_request` for an invalid day, or for more than 366 days
 */
export function readDays(query: URLSearchParams, now: number, [first, last]: DayNames): Days {
  const end = readDay(query, last) ?? now - (now % dayLength);
  const from = readDay(query, first) ?? end - (usualDays - 1) * dayLength;
  const to = end + dayLength;
  if (from > end) throw badRequest(first, `${first} must not be after ${last}.`);
  if (to - from > mostDays * dayLength) {
    throw badRequest(first, `${first} and ${last} must not be more than ${mostDays} days apart.`);
  }
  return { start: toDay(from), end: toDay(end), from, to };
}

/** The names of the parameters for the first and the last day. */
export type DayNames = readonly [first: string, last: string];

function readDay(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const time = parseDay(text);
  if (time !== undefined) return time;
  throw badRequest(name, `${name} must be a day such as 2026-11-01.`);
}

/**
 * What usage is summed by: names separated by commas. Without the parameter usage is summed by day; if
 * it is empty, there is one sum of everything.
 * @throws ServiceError `bad_request`
 */
export function readGroups(
  query: URLSearchParams,
  known: readonly UsageGroup[],
): readonly UsageGroup[] {
  const given = query.getAll("group_by");
  if (given.length === 0) return ["day"];
  const names = given.flatMap((text) => text.split(",")).filter((name) => name !== "");
  return [...new Set(names)].map((name) => {
    const group = known.find((other) => other === name);
    if (group) return group;
    throw badRequest("group_by", `group_by must be a comma-separated list of ${known.join(", ")}.`);
  });
}

/** How many items a page may have. @throws ServiceError `bad_request` */
export function readLimit(query: URLSearchParams, usual: number, most: number): number {
  const text = query.get("limit");
  if (text === null) return usual;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= most) return limit;
  throw badRequest("limit", `limit must be a whole number from 1 to ${most}.`);
}

/** An id or a cursor, if there is one. @throws ServiceError `bad_request` */
export function readId(query: URLSearchParams, name: string): string | undefined {
  const id = query.get(name);
  if (id !== null) refusing(name, () => checkId(name, id));
  return id ?? undefined;
}
