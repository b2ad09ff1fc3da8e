import { describe, expect, it } from "vitest";
import { resultTable, toDigits } from "./table.ts";

const measured = (median: number) => ({ median, low: median, high: median });
const row = { section: "http", title: "relay", unit: "µs", own: measured(120), reference: "bare" };

describe("toDigits", () => {
  it.each([
    [0, "0"],
    [0.01234, "0.012"],
    [1.504, "1.50"],
    [42.42, "42.4"],
    [420.4, "420"],
    [376_743, "376,743"],
  ])("writes %f as %s", (value, text) => {
    expect(toDigits(value)).toBe(text);
  });
});

describe("resultTable", () => {
  it("shows the compared build and the change where there is one", () => {
    const compared = { ...row, ratio: measured(1.5), before: { median: 3, low: 2, high: 4 } };
    expect(resultTable([compared]).split("\n").at(-1)).toBe(
      "| http: relay | 120 µs | bare | 1.50 | 3.00 [2.00–4.00] | 0.500 × |",
    );
  });

  it("has no such columns otherwise", () => {
    expect(resultTable([row]).split("\n").at(-1)).toBe("| http: relay | 120 µs | bare |  |");
  });
});
