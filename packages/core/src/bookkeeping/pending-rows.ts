import type { LedgerHealth } from "../accounts/ledger/ledger-health.js";
import { reportStoreFailure } from "../events/report-failure.js";
import { type MaybePromise, proceed } from "../runtime/maybe-promise.js";
import { type Passing, PassingSet } from "../runtime/passing-set.js";
import type { AttemptContext } from "./attempt-context.js";
import type { BookkeeperSettings } from "./bookkeeper-settings.js";

/** A row that is not known to be final. */
export interface PendingRow extends Passing {
  readonly attemptId: string;
  /** Of which request it is. */
  readonly context: RowContext;
  /** Resolves when the row is final, or when it has been given up. */
  readonly over: Promise<void>;
  /** Resolves `over`. */
  readonly resolve: () => void;
  state: RowState;
}

/** What is known of the request of a row. */
export type RowContext = Pick<AttemptContext, "requestId" | "events">;

/** The final write of a row. */
export interface Ending {
  /** May be called again after a failure. */
  write(): MaybePromise<void>;
  /** Called once, when the ledger has accepted it. */
  onTaken(): void;
}

/** How far a row has come. */
export type RowState =
  /** Its attempt or its reservation is running. */
  | { readonly name: "open" }
  | { readonly name: "writing" }
  | {
      readonly name: "pausing";
      readonly error: unknown;
      readonly disarm: () => void;
      readonly retry: () => void;
    }
  | { readonly name: "over" };

/** The rows of one service from before they are reserved until they are known to be final. */
export interface PendingRows {
  add(attemptId: string, context: RowContext): PendingRow;
  /** Whether the end of a row is being written. */
  isEnding(row: PendingRow): boolean;
  /** Forgets a row that was never written, or that is left to recovery. */
  remove(row: PendingRow): void;
  /**
   * Writes the end of a row, and repeats it until the ledger accepts it. Rows do not wait for each
   * other. The first failure of each is reported. To be called once for a row.
   */
  finish(row: PendingRow, ending: Ending): void;
  /** Reports a row that nobody will end, and forgets it: its lease will end, and it will be recovered. */
  giveUp(row: PendingRow): void;
  /** Makes all writes that wait for their next attempt now. */
  retryNow(): void;
  /** Resolves as soon as there is no row left. */
  untilNone(): Promise<void>;
  /** Gives up every row that is left. */
  giveUpAll(): void;
}

/** The rows of one service, and what writing them needs. */
interface RowWriting {
  readonly settings: BookkeeperSettings;
  readonly health: LedgerHealth;
  /** The rows that are left. */
  readonly rows: PassingSet<PendingRow>;
  /** What to call when there is no row left. */
  onNone: (() => void)[];
}

/** No rows yet. */
export function createPendingRows(settings: BookkeeperSettings, health: LedgerHealth): PendingRows {
  const writing: RowWriting = { settings, health, rows: new PassingSet(), onNone: [] };
  return {
    add: (attemptId, context) => add(writing, attemptId, context),
    isEnding,
    remove: (row) => leave(writing, row),
    finish(row, ending) {
      if (!isOver(row)) write(writing, row, ending, 0);
    },
    giveUp(row) {
      if (!isOver(row)) abandon(writing, row);
    },
    retryNow: () => retryNow(writing),
    untilNone: () => untilNone(writing),
    giveUpAll: () => giveUpAll(writing),
  };
}

function add({ rows }: RowWriting, attemptId: string, context: RowContext): PendingRow {
  let resolve = (): void => undefined;
  const over = new Promise<void>((settle) => {
    resolve = settle;
  });
  const row: PendingRow = {
    attemptId,
    context,
    over,
    resolve,
    state: { name: "open" },
    slot: -1,
  };
  rows.add(row);
  return row;
}

function isEnding({ state }: PendingRow): boolean {
  return state.name === "writing" || state.name === "pausing";
}

function isOver({ state }: PendingRow): boolean {
  return state.name === "over";
}

function leave(writing: RowWriting, row: PendingRow): void {
  if (isOver(row)) return;
  const { rows, onNone } = writing;
  row.state = { name: "over" };
  rows.delete(row);
  row.resolve();
  if (rows.size > 0) return;
  for (const resolve of onNone) resolve();
  writing.onNone = [];
}

function write(writing: RowWriting, row: PendingRow, ending: Ending, failures: number): void {
  row.state = { name: "writing" };
  void proceed(
    () => writing.health.call(ending.write),
    () => {
      leave(writing, row);
      ending.onTaken();
    },
    (error) => noteFailure(writing, row, ending, failures, error),
  );
}

/** Reports the first failure of a row, and plans the next attempt. */
function noteFailure(
  writing: RowWriting,
  row: PendingRow,
  ending: Ending,
  failures: number,
  error: unknown,
): void {
  if (isOver(row)) return;
  if (failures === 0) reportEnding(writing, row, error);
  row.state = pause(writing, row, ending, failures, error);
}

function pause(
  writing: RowWriting,
  row: PendingRow,
  ending: Ending,
  failures: number,
  error: unknown,
): RowState {
  const { clock, random } = writing.settings;
  const disarm = clock.after(toPause(failures, random()), () => {
    write(writing, row, ending, failures + 1);
  });
  const retry = () => {
    disarm();
    // The pauses begin anew, but only the very first failure is reported.
    write(writing, row, ending, 1);
  };
  return { name: "pausing", error, disarm, retry };
}

function abandon(writing: RowWriting, row: PendingRow): void {
  if (row.state.name === "pausing") row.state.disarm();
  reportEnding(writing, row, toLeftOpen(row));
  leave(writing, row);
}

function reportEnding(
  { settings }: RowWriting,
  { context: { requestId, events }, attemptId }: PendingRow,
  error: unknown,
): void {
  reportStoreFailure({ requestId, events, settings }, "settle", error, attemptId);
}

function retryNow({ rows }: RowWriting): void {
  for (const { state } of rows.values()) if (state.name === "pausing") state.retry();
}

async function untilNone({ rows, onNone }: RowWriting): Promise<void> {
  if (rows.size > 0) await new Promise<void>((resolve) => onNone.push(resolve));
}

function giveUpAll(writing: RowWriting): void {
  for (const row of writing.rows.values()) abandon(writing, row);
}

const firstPause = 100;
const longestPause = 10_000;

/** Milliseconds before the next attempt: they double, and half of them is random, so that rows spread. */
function toPause(failures: number, random: number): number {
  const pause = Math.min(longestPause, firstPause * 2 ** failures);
  return pause * (0.5 + random / 2);
}

const reasons: Readonly<Record<RowState["name"], string>> = {
  open: "its attempt has not ended",
  writing: "the ledger has not answered",
  pausing: "the ledger fails",
  over: "it is over",
};

function toLeftOpen({ attemptId, state }: PendingRow): Error {
  const message = `The row ${attemptId} is left open: ${reasons[state.name]}.`;
  return state.name === "pausing" ? new Error(message, { cause: state.error }) : new Error(message);
}
