import { expect, it } from "vitest";
import { byteSize, count, dayTime, dollars, duration, exactTime, plain } from "./format.js";

it.each([
  [0, "0"],
  [1_234_567, "1,234,567"],
  [undefined, "–"],
])("the count %j is written as %s", (value, text) => {
  expect(count(value)).toBe(text);
});

it.each([
  [undefined, "–"],
  [0, "0 ms"],
  [9.94, "9.9 ms"],
  [10, "10 ms"],
  [999.4, "999 ms"],
  [1_000, "1.00 s"],
  [59_990, "59.99 s"],
  [60_000, "1 min 0 s"],
  [119_600, "2 min 0 s"],
  [150_000, "2 min 30 s"],
])("the duration %j is written as %s", (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text);
});

it.each([
  [1_023, "1023 B"],
  [1_024, "1.0 KiB"],
  [1_048_575, "1024.0 KiB"],
  [1_048_576, "1.0 MiB"],
  [1_572_864, "1.5 MiB"],
])("the size %i is written as %s", (bytes, text) => {
  expect(byteSize(bytes)).toBe(text);
});

it.each([
  [999_999_000, "$0.999999"],
  [1_000_000_000, "$1.00"],
  [-1_000_000_000, "$-1.00"],
])("the amount %i is written as %s", (nanos, text) => {
  expect(dollars(nanos)).toBe(text);
});

it("a time of day to the millisecond has three digits for it", () => {
  expect(exactTime(Date.UTC(2026, 0, 1) + 5.9)).toMatch(/^\d\d:\d\d:00\.005$/);
  expect(exactTime(Date.UTC(2026, 0, 1) + 999)).toMatch(/:00\.999$/);
});

it("a day has its time of day to the minute, and a dash stands for none", () => {
  expect(dayTime("2026-11-21T09:08:07.000Z")).toBe("2026-11-21 09:08");
  expect(dayTime(null)).toBe("–");
});

it("a word of the service is written as words", () => {
  expect(plain("upstream_timed_out")).toBe("upstream timed out");
});
