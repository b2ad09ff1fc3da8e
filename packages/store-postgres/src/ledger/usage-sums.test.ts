import { expect, it } from "vitest";
import { toWholeTime } from "./usage-sums.js";

it.each([
  ["a whole millisecond is itself", 1_000, 1_000],
  ["a time between two begins with the later one", 1_000.1, 1_001],
  ["also before 1970", -1_000.9, -1_000],
  ["the beginning of time is the first that a number counts", -Infinity, Number.MIN_SAFE_INTEGER],
  ["the end of time is the last one", Infinity, Number.MAX_SAFE_INTEGER],
])("of the times of a query, %s", (_case, time, whole) => {
  expect(toWholeTime(time)).toBe(whole);
});
