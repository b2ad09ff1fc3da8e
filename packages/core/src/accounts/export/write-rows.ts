import type { FinalRow } from "../ledger/ledger.js";
import { columns } from "./columns.js";
import { toCsvRecord } from "./csv.js";

/**
 * How rows are exported. `ndjson`: each row unchanged, as JSON on its own line. `csv`: one flat record
 * for each row (RFC 4180, UTF-8). There, what a spreadsheet could take for a formula has a `'` in front.
 * Programs that read the file drop one `'` from the beginning of every text, and one behind each
 * semicolon, tab, bar and line break in it.
 */
export type RowFormat = "ndjson" | "csv";

/** The media types of the formats. */
export const rowMediaTypes: Readonly<Record<RowFormat, string>> = {
  ndjson: "application/x-ndjson",
  csv: "text/csv; charset=utf-8; header=present",
};

/** The text of some rows; CSV has its header of names only on request. */
export function writeRows(
  rows: readonly FinalRow[],
  format: RowFormat,
  header: "with header" | "without header",
): string {
  if (format === "ndjson") return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  const names = header === "with header" ? toCsvRecord(Object.keys(columns)) : "";
  const readers = Object.values(columns);
  return names + rows.map((row) => toCsvRecord(readers.map((read) => read(row)))).join("");
}
