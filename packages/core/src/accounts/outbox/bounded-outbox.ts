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
  /** @throws an error if it cannot be read, or has no room for one more row, however little it costs */
  checkRoom(): Promise<void>;
}

/** An outbox, and what its rows may cost. */
interface Bounded {
  readonly outbox: Outbox;
  readonly limits: OutboxLimits;
  /** What each row may cost for which no budget was asked, by attempt id; 0 for the other rows. */
  readonly unchecked: Map<string, number>;
  /** The sum of these costs. */
  sum: number;
  /** Present while the rows of an earlier process are read, and when they have been read. */
  reading: Promise<void> | undefined;
}

/** Limits an outbox. A row that is `put` is already in it or has been paid for, so the limits do not apply. */
export function createBoundedOutbox(outbox: Outbox, limits: OutboxLimits): BoundedOutbox {
  const bounded: Bounded = { outbox, limits, unchecked: new Map(), sum: 0, reading: undefined };
  return {
    read: () => read(bounded),
    admit: (row) => admit(bounded, row),
    checkRoom: () => checkRoom(bounded),
    put: (row) => put(bounded, row),
    list: (limit) => outbox.list(limit),
    async remove(attemptId) {
      await outbox.remove(attemptId);
      forget(bounded, attemptId);
    },
    count: () => outbox.count(),
  };
}

function note(bounded: Bounded, attemptId: string, nanoDollars: number): void {
  forget(bounded, attemptId);
  bounded.unchecked.set(attemptId, nanoDollars);
  bounded.sum += nanoDollars;
}

function forget(bounded: Bounded, attemptId: string): void {
  bounded.sum -= bounded.unchecked.get(attemptId) ?? 0;
  bounded.unchecked.delete(attemptId);
}

function read(bounded: Bounded): Promise<void> {
  bounded.reading ??= readAll(bounded).catch((error: unknown) => {
    bounded.reading = undefined;
    throw error;
  });
  return bounded.reading;
}

async function readAll(bounded: Bounded): Promise<void> {
  const { outbox, unchecked } = bounded;
  const rows = await outbox.list(await outbox.count());
  for (const row of rows) {
    if (!unchecked.has(row.attemptId)) note(bounded, row.attemptId, mostOf(row));
  }
}

async function admit(bounded: Bounded, row: OpenRow): Promise<void> {
  await read(bounded);
  if (isFull(bounded, mostOf(row))) throw full();
  note(bounded, row.attemptId, mostOf(row));
  try {
    await bounded.outbox.put(row);
  } catch (error) {
    forget(bounded, row.attemptId);
    throw error;
  }
}

async function checkRoom(bounded: Bounded): Promise<void> {
  await read(bounded);
  await bounded.outbox.count();
  if (isFull(bounded, 1)) throw full();
}

function isFull({ unchecked, sum, limits }: Bounded, nanoDollars: number): boolean {
  return unchecked.size >= limits.maxRows || sum + nanoDollars > limits.maxNanoDollars;
}

function full(): Error {
  return new Error("The ledger is down, and the outbox is full.");
}

async function put(bounded: Bounded, row: AttemptRow): Promise<void> {
  await bounded.outbox.put(row);
  // A row that was not admitted here has its reservation in the ledger.
  note(bounded, row.attemptId, bounded.unchecked.get(row.attemptId) ? mostOf(row) : 0);
}

/** The maximum cost of a row, in nano-dollars. */
function mostOf(row: AttemptRow): number {
  return row.state === "open" ? row.reservedNanoDollars : row.costNanoDollars;
}
