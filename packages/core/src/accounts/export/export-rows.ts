import { type Check, deferred } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members } from "../../validation/objects.js";
import { oneOf, text, whole } from "../../validation/values.js";
import { type LedgerRecords, validRecords } from "../ledger/records.js";
import { type RowFormat, writeRows } from "./write-rows.js";

/** What is exported, and how. */
export interface ExportOptions {
  /** The form of the rows: a line of JSON each, or CSV. */
  readonly format: RowFormat;
  /** `next` of the last chunk of an earlier export. @default from the first row */
  readonly after?: string | undefined;
  /** Only the rows of this account. @default the rows of all accounts */
  readonly accountId?: string | undefined;
  /** Rows in one chunk, 1 to 10,000. @default 1,000 */
  readonly batch?: number | undefined;
}

/** A piece of an export. */
export interface ExportChunk {
  /** Whole lines. */
  readonly text: string;
  /** Where the export continues after this chunk; keep it once the text is saved. */
  readonly next: string;
}

/**
 * All final rows from a cursor on, as text, in the order in which they became final. The chunks form
 * one file; CSV has its header in the first chunk, even if there is no row. Ends with the last row
 * that exists: an export that begins at the last `next` continues there without a gap or a
 * repetition, also in another file.
 *
 * @example
 * for await (const { text, next } of exportRows(ledger, { format: "csv" })) await file.write(text);
 * @throws TypeError for invalid options, at once; the message says how to fix them
 */
export function exportRows(
  ledger: LedgerRecords,
  options: ExportOptions,
): AsyncGenerator<ExportChunk, void, undefined> {
  checkOptions("exportRows", ledger, validRecords, "ledger");
  checkOptions("exportRows", options, validOptions);
  return writeChunks(ledger, options);
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<ExportOptions>({
    format: { required: oneOf("ndjson", "csv") },
    after: text,
    accountId: text,
    batch: whole(1, 10_000),
  }),
);

async function* writeChunks(
  ledger: LedgerRecords,
  { format, after, accountId, batch = 1_000 }: ExportOptions,
): AsyncGenerator<ExportChunk, void, undefined> {
  let cursor = after;
  let header: "with header" | "without header" = "with header";
  for (;;) {
    const { rows, next } = await ledger.rows({ after: cursor, limit: batch, accountId });
    yield { text: writeRows(rows, format, header), next };
    if (rows.length < batch) return;
    cursor = next;
    header = "without header";
  }
}
