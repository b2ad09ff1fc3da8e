import type { Days } from "../show/usage.js";
import type { Split } from "../wire.js";
import { badRequest } from "./answers.js";

const dayLength = 86_400_000;
const usualDays = 30;
const mostDays = 366;
const splits: readonly Split[] = ["model", "key", "account"];

/** What the days are to be split by, if the query says so. @throws ServiceError `bad_request` */
export function readSplit(query: URLSearchParams): Split | undefined {
  const by = query.get("by");
  if (by === null) return undefined;
  const split = splits.find((one) => one === by);
  if (!split) throw badRequest(`by must be one of ${splits.join(", ")}.`);
  return split;
}

/** The last so many days in UTC, the present one included. @throws ServiceError `bad_request` */
export function readDays(query: URLSearchParams, now: number): Days {
  const text = query.get("days") ?? String(usualDays);
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > mostDays) {
    throw badRequest(`days must be a whole number from 1 to ${mostDays}.`);
  }
  const to = now - (now % dayLength) + dayLength;
  return { from: to - days * dayLength, to };
}
