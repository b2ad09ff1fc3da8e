import type { Measured, Result, Row } from "../shared/result.ts";
import { toTable } from "../shared/table.ts";

/** The rows of a result as one table in Markdown, with a column for the compared build if there is one. */
export function resultTable(rows: readonly Row[]): string {
  const compared = rows.some(({ before }) => before);
  const head = [
    "",
    "Diglot, on this machine",
    "beside",
    "ratio",
    ...(compared ? ["before", "change"] : []),
  ];
  return toTable(
    head,
    rows.map((row) => cellsOf(row, compared)),
  );
}

/** What could not be measured, one line each. */
export function skippedLines({ skipped }: Result): string {
  return skipped.map((line) => `Not measured: ${line}`).join("\n");
}

function cellsOf(row: Row, compared: boolean): readonly string[] {
  const { section, title, unit, own, reference = "", ratio, before } = row;
  const cells = [
    `${section}: ${title}`,
    `${toDigits(own.median)} ${unit}`,
    reference,
    toRange(ratio),
  ];
  if (!compared) return cells;
  const change = ratio && before ? `${toDigits(ratio.median / before.median)} ×` : "";
  return [...cells, toRange(before), change];
}

/** The median with its range: `1.50 [1.42–1.61]`. */
export function toRange(measured: Measured | undefined): string {
  if (!measured) return "";
  const { median, low, high } = measured;
  if (low === high) return toDigits(median);
  return `${toDigits(median)} [${toDigits(low)}–${toDigits(high)}]`;
}

/** A number with three digits or so. */
export function toDigits(value: number): string {
  if (value === 0 || Number.isNaN(value)) return String(value);
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString("en-US");
  const digits = 2 - Math.floor(Math.log10(Math.abs(value)));
  return value.toFixed(Math.min(3, Math.max(0, digits)));
}
