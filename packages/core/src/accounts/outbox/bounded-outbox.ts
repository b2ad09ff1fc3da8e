import type { AttemptRow, OpenRow } from "../ledger/ledger.js";
import type { Outbox } from "./outbox.js";

/** The limits of an outbox. */
export interface OutboxLimits {
  readonly maxRows: number;
  /** For all rows together that were opened without the ledger. */
  readonly maxNanoDollars: number;
}

/** An outbox that admits no more rows than its limits allow, even if many arrive at once. */
export interface BoundedOutbox extends Outbox {
  /** Reads what an earlier process left, which counts too. Does so once. */
  read(): Promise<void>;
  /**
   * Writes a row that is opened without the ledger.
   * @throws an error if a limit forbids it or if it is not durable
   */
  admit(row: OpenRow): Promise<void>;
}

/** Limits an outbox. A row that is `put` is already in it or has been paid for, so the limits do not apply. */
export function createBoundedOutbox(
  outbox: Outbox,
  { maxRows, maxNanoDollars }: OutboxLimits,
): BoundedOutbox {
  /** The maximum cost of each row whose budget was not checked, by attempt id. */
  const unchecked = new Map<string, number>();
  let sum = 0;
  let reading: Promise<void> | undefined;

  function note(attemptId: string, nanoDollars: number): void {
    forget(attemptId);
    unchecked.set(attemptId, nanoDollars);
    sum += nanoDollars;
  }

  function forget(attemptId: string): void {
    sum -= unchecked.get(attemptId) ?? 0;
    unchecked.delete(attemptId);
  }

  async function readAll(): Promise<void> {
    const rows = await outbox.list(await outbox.count());
    for (const row of rows) {
      if (!unchecked.has(row.attemptId)) note(row.attemptId, mostOf(row));
    }
  }

  function read(): Promise<void> {
    reading ??= readAll().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  }

  return {
    read,
    async admit(row) {
      await read();
      const isFull = unchecked.size >= maxRows || sum + mostOf(row) > maxNanoDollars;
      if (isFull) throw new Error("The ledger is down, and the outbox is full.");
      note(row.attemptId, mostOf(row));
      try {
        await outbox.put(row);
      } catch (error) {
        forget(row.attemptId);
        throw error;
      }
    },
    async put(row) {
      await outbox.put(row);
      // A row that was not admitted here has its reservation in the ledger.
      note(row.attemptId, unchecked.get(row.attemptId) ? mostOf(row) : 0);
    },
    list: (limit) => outbox.list(limit),
    async remove(attemptId) {
      await outbox.remove(attemptId);
      forget(attemptId);
    },
    count: () => outbox.count(),
  };
}

/** The maximum cost of a row, in nano-dollars. */
function mostOf(row: AttemptRow): number {
  return row.state === "open" ? row.reservedNanoDollars : row.costNanoDollars;
}
