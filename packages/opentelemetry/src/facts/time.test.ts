import { expect, it } from "vitest";
import { toSeconds, toTime } from "./time.js";

it.each([
  [0, [0, 0]],
  [1_700_000_000_123, [1_700_000_000, 123_000_000]],
  [1_700_000_000_123.5, [1_700_000_000, 123_500_000]],
  [999.9999999, [1, 0]],
])("%d milliseconds are %j", (milliseconds, time) => {
  expect(toTime(milliseconds)).toEqual(time);
});

it.each([
  [505.4032189999998, 0.505403],
  [0.009784999999965294, 0.00001],
  [0, 0],
])("%d milliseconds are %d seconds", (milliseconds, seconds) => {
  expect(toSeconds(milliseconds)).toBe(seconds);
});
