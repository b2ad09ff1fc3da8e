import type { BookkeeperSettings } from "./bookkeeper-settings.js";
import type { LedgerHealth } from "./ledger-health.js";

/** A row that is not known to be final. */
export interface PendingRow {
  readonly attemptId: string;
  readonly requestId: string;
  /** Resolves when the row is final, or when it has been given up. */
  readonly over: Promise<void>;
}

/** The last thing that is written of a row. */
export interface Ending {
  /** May be called again after a failure. */
  write(): Promise<void>;
  /** Called once, when the ledger has taken it. */
  onTaken(): void;
  /** The moment (of the monotonic clock) after which it is not tried again. @default never */
  readonly until?: number | undefined;
}

/** The rows of one service from before they are reserved until they are known to be final. */
export interface PendingRows {
  add(attemptId: string, requestId: string): PendingRow;
  /** Whether the end of a row is being written. */
  isEnding(row: PendingRow): boolean;
  /** Forgets a row that was never written. */
  remove(row: PendingRow): void;
  /**
   * Writes the end of a row, again and again until the ledger takes it. Rows do not wait for each
   * other. The first failure of each is reported. To be called once for a row.
   */
  finish(row: PendingRow, ending: Ending): void;
  /** Reports a row that nobody will end, and lets go of it: its lease will end, and it will be recovered. */
  giveUp(row: PendingRow): void;
  /** Makes the next try of all writes that wait for theirs. */
  retryNow(): void;
  /** Resolves as soon as there is no row left. */
  untilNone(): Promise<void>;
  /** Gives up every row that is left. */
  giveUpAll(): void;
}

type RowState =
  /** Its attempt runs, or its reservation does. */
  | { readonly name: "open" }
  | { readonly name: "writing" }
  | {
      readonly name: "pausing";
      readonly error: unknown;
      readonly disarm: () => void;
      readonly retry: () => void;
    }
  | { readonly name: "over" };

interface Row extends PendingRow {
  state: RowState;
  readonly resolve: () => void;
}

/** No rows yet. */
export function createPendingRows(
  { clock, random, report }: BookkeeperSettings,
  health: LedgerHealth,
): PendingRows {
  const rows = new Map<string, Row>();
  let onNone: (() => void)[] = [];

  function leave(row: Row): void {
    row.state = { name: "over" };
    rows.delete(row.attemptId);
    row.resolve();
    if (rows.size > 0) return;
    for (const resolve of onNone) resolve();
    onNone = [];
  }

  async function write(row: Row, ending: Ending, failures: number): Promise<void> {
    row.state = { name: "writing" };
    try {
      await health.call(ending.write);
    } catch (error) {
      pause(row, ending, failures, error);
      return;
    }
    leave(row);
    ending.onTaken();
  }

  function pause(row: Row, ending: Ending, failures: number, error: unknown): void {
    const { requestId, state } = row;
    if (state.name === "over") return;
    if (failures === 0) report({ type: "failure", requestId, step: "settle", error });
    if (clock.monotonic() >= (ending.until ?? Number.POSITIVE_INFINITY)) {
      leave(row);
      return;
    }
    const disarm = clock.after(toPause(failures, random()), () => {
      void write(row, ending, failures + 1);
    });
    const retry = () => {
      disarm();
      // The pauses begin anew, but only the very first failure is told.
      void write(row, ending, 1);
    };
    row.state = { name: "pausing", error, disarm, retry };
  }

  function abandon(row: Row): void {
    const { state, requestId } = row;
    if (state.name === "pausing") state.disarm();
    report({ type: "failure", requestId, step: "settle", error: toLeftOpen(row) });
    leave(row);
  }

  /** The row behind what was handed out, unless it is over. */
  function withRow({ attemptId }: PendingRow, work: (row: Row) => void): void {
    const row = rows.get(attemptId);
    if (row) work(row);
  }

  return {
    add(attemptId, requestId) {
      const row = createRow(attemptId, requestId);
      rows.set(attemptId, row);
      return row;
    },
    isEnding({ attemptId }) {
      const state = rows.get(attemptId)?.state.name;
      return state === "writing" || state === "pausing";
    },
    remove: (pending) => withRow(pending, leave),
    finish: (pending, ending) => withRow(pending, (row) => void write(row, ending, 0)),
    giveUp: (pending) => withRow(pending, abandon),
    retryNow() {
      for (const { state } of rows.values()) if (state.name === "pausing") state.retry();
    },
    async untilNone() {
      if (rows.size > 0) await new Promise<void>((resolve) => onNone.push(resolve));
    },
    giveUpAll() {
      for (const row of [...rows.values()]) abandon(row);
    },
  };
}

function createRow(attemptId: string, requestId: string): Row {
  let resolve = (): void => undefined;
  const over = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { attemptId, requestId, over, resolve, state: { name: "open" } };
}

const firstPause = 100;
const longestPause = 10_000;

/** Milliseconds before the next try: they double, and half of them is left to chance, so that rows spread. */
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

function toLeftOpen({ attemptId, state }: Row): Error {
  const message = `The row ${attemptId} is left open: ${reasons[state.name]}.`;
  return state.name === "pausing" ? new Error(message, { cause: state.error }) : new Error(message);
}
