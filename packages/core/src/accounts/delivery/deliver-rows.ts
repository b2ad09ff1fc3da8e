import type { FinalRow } from "../ledger/ledger.js";
import type { LedgerRecords } from "../ledger/records.js";

/** Which rows go where. */
export interface DeliveryOptions {
  readonly ledger: LedgerRecords;
  /** Names the cursor that says how far it has come; another name begins with the first row. */
  readonly name: string;
  /**
   * Takes one row; a rejection means that it has not. A row may come again, so pass its `attemptId`
   * on as the key by which the receiver knows that it has the row already.
   */
  readonly deliver: (row: FinalRow) => Promise<void>;
  /** Rows that are read at once, 1 to 10,000. @default 100 */
  readonly batch?: number | undefined;
  /** Stops between two rows. */
  readonly signal?: AbortSignal | undefined;
}

/** How far a delivery has come. */
export interface DeliveryResult {
  /** Rows that were taken. */
  readonly delivered: number;
  /** The row that was not, and why; the next delivery begins with it. */
  readonly failed?: { readonly attemptId: string; readonly error: unknown } | undefined;
}

/**
 * Hands all final rows from the named cursor on to a receiver, one after the other in the order in
 * which they became final, each at least once. The first one that is not taken ends it. The cursor
 * is written after each batch and after the last row that was taken, so that what follows a crash,
 * or a second instance with the same name, may deliver rows again but never leaves one out.
 * @throws what `books` rejects with
 */
export async function deliverRows(options: DeliveryOptions): Promise<DeliveryResult> {
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

/** Books tell cursors by the page, so the rows that were taken are read again as a page of their own. */
async function keepPart(
  { ledger, name }: DeliveryOptions,
  after: string | undefined,
  taken: readonly FinalRow[],
): Promise<void> {
  if (taken.length === 0) return;
  const { rows, next } = await ledger.rows({ after, limit: taken.length });
  if (rows.at(-1)?.attemptId === taken.at(-1)?.attemptId) await ledger.writeCursor(name, next);
}
