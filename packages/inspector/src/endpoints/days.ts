import type { Days } from "../show/usage.js";
import { badRequest } from "./answers.js";

const dayLength = 86_400_000;
const usualDays = 30;
const mostDays = 366;

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
