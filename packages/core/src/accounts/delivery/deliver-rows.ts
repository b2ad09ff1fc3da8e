import { type Check, deferred } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { type MemberChecks, members, port } from "../../validation/objects.js";
import { callback, name, whole } from "../../validation/values.js";
import type { FinalRow } from "../ledger/ledger.js";
import { type LedgerRecords, validRecords } from "../ledger/records.js";

/** Which rows are delivered, and where. */
export interface DeliveryOptions {
  /** The ledger that the service writes. */
  readonly ledger: LedgerRecords;
  /** The name of the cursor that keeps the position; a new name begins with the first row. */
  readonly name: string;
  /**
   * Receives one row; a rejection means that the row was not accepted. A row may be delivered again, so
   * pass its `attemptId` on as the key by which the receiver recognises a repeated row.
   */
  readonly deliver: (row: FinalRow) => Promise<void>;
  /** Rows that are read at once, 1 to 10,000. @default 100 */
  readonly batch?: number | undefined;
  /** Stops the delivery between two rows. */
  readonly signal?: AbortSignal | undefined;
}

/** The checks of what every delivery needs. */
export function deliveryChecks(): MemberChecks<Omit<DeliveryOptions, "signal">> {
  return {
    ledger: { required: validRecords },
    name: { required: name },
    deliver: { required: callback },
    batch: whole(1, 10_000),
  };
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<DeliveryOptions>({
    ...deliveryChecks(),
    signal: port<AbortSignal>("the signal of an AbortController", "addEventListener"),
  }),
);

/** The result of a delivery. */
export interface DeliveryResult {
  /** How many rows were accepted. */
  readonly delivered: number;
  /** The row that was not accepted, and why; the next delivery begins with it. */
  readonly failed?: { readonly attemptId: string; readonly error: unknown } | undefined;
}

/**
 * Delivers all final rows from the named cursor on, one after the other, in the order in which they
 * became final, each at least once. The first row that is not accepted ends the delivery. The cursor
 * is written after each batch and after the last accepted row, so after a crash, or with a second
 * instance of the same name, rows may be delivered again but are never left out.
 * @throws what `ledger` rejects with, and a TypeError for invalid options
 */
export async function deliverRows(options: DeliveryOptions): Promise<DeliveryResult> {
  checkOptions("deliverRows", options, validOptions);
  const { ledger, name, batch = 100 } = options;
  let after = await ledger.readCursor(name);
  let delivered = 0;
  for (;;) {
    const { rows, next } = await ledger.rows({ after, limit: batch });
    const { taken, failed } = await deliverBatch(rows, options);
    delivered += taken;
    if (taken < rows.length) {
      await keepPart(options, after, rows.slice(0, taken));
      return { delivered, failed };
    }
    if (taken > 0) await ledger.writeCursor(name, next);
    if (rows.length < batch) return { delivered };
    after = next;
  }
}

async function deliverBatch(
  rows: readonly FinalRow[],
  { deliver, signal }: DeliveryOptions,
): Promise<{ readonly taken: number; readonly failed?: DeliveryResult["failed"] }> {
  for (const [taken, row] of rows.entries()) {
    if (signal?.aborted) return { taken };
    try {
      await deliver(row);
    } catch (error) {
      return { taken, failed: { attemptId: row.attemptId, error } };
    }
  }
  return { taken: rows.length };
}

/** A ledger has one cursor for each page, so the accepted rows are read again as their own page. */
async function keepPart(
  { ledger, name }: DeliveryOptions,
  after: string | undefined,
  taken: readonly FinalRow[],
): Promise<void> {
  if (taken.length === 0) return;
  const { rows, next } = await ledger.rows({ after, limit: taken.length });
  if (rows.at(-1)?.attemptId === taken.at(-1)?.attemptId) await ledger.writeCursor(name, next);
}
