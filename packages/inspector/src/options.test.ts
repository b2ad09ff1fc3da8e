import { describe, expect, it } from "vitest";
import { readDays } from "./endpoints/days.js";
import { toSettings } from "./options.js";

const mebibyte = 1_048_576;
const usual = { bytes: 16 * mebibyte, bytesPerRequest: mebibyte, secrets: [] };

describe("the options of an inspector", () => {
  it.each<[object, object]>([
    [{}, { keepRequests: 1_000, capture: undefined }],
    [
      { keepRequests: 5, capture: false },
      { keepRequests: 5, capture: undefined },
    ],
    [{ capture: true }, { keepRequests: 1_000, capture: usual }],
    [{ capture: {} }, { keepRequests: 1_000, capture: usual }],
    [{ capture: { bytes: 7 } }, { keepRequests: 1_000, capture: { ...usual, bytes: 7 } }],
    [
      { capture: { bytesPerRequest: 7, secrets: ["a", /b/] } },
      { keepRequests: 1_000, capture: { ...usual, bytesPerRequest: 7, secrets: ["a", /b/] } },
    ],
  ])("%j are complete as %j", (options, settings) => {
    expect(toSettings(options)).toStrictEqual(settings);
  });

  it.each<[object, RegExp]>([
    [{ keepRequests: 0 }, /^createInspector: .*"keepRequests"/],
    [{ capture: null }, /"capture" must be true, false, or an object of options/],
    [{ capture: { bytes: 0 } }, /"capture\.bytes"/],
    [{ capture: { bytesPerRequest: -1 } }, /"capture\.bytesPerRequest"/],
    [{ capture: { secrets: [7] } }, /"capture\.secrets\[0\]" must be a string or a regular expr/],
    [{ capture: { secret: [] } }, /"capture\.secret" is not an option/],
  ])("%j are refused", (options, message) => {
    expect(() => toSettings(options)).toThrow(message);
  });
});

describe("the days of a report", () => {
  const day = 86_400_000;
  const now = 1_000 * day + 5;
  const daysOf = (text: string) => readDays(new URLSearchParams(text), now);

  it.each([
    ["", 30],
    ["days=1", 1],
    ["days=366", 366],
    ["days=007", 7],
  ])("are the last ones, the present one included: %s", (query, days) => {
    expect(daysOf(query)).toEqual({ from: (1_001 - days) * day, to: 1_001 * day });
  });

  it("begin at midnight also if it is midnight", () => {
    const days = readDays(new URLSearchParams("days=1"), 1_000 * day);
    expect(days).toEqual({ from: 1_000 * day, to: 1_001 * day });
  });

  it.each(["0", "367", "1.5", "-1", "1000", "x1", "1x", ""])("are refused: %s", (days) => {
    expect(() => daysOf(`days=${days}`)).toThrow("days must be a whole number from 1 to 366.");
  });
});
