import type { Clock } from "../../runtime/clock.js";
import type { BoundedOutbox } from "./bounded-outbox.js";
import type { LedgerLink } from "./ledger-link.js";

/** Moves the rows of an outbox to its ledger, whenever the ledger may be up again. */
export interface Flusher {
  /** Hands over what can be handed over, and says how many rows are left. Never rejects. */
  flush(): Promise<number>;
  /** Flushes after the retry time, unless that is planned already or the flusher is closed. */
  flushLater(): void;
  /** Flushes once more and plans no further flushes. */
  close(): Promise<void>;
}

/** What a flusher works with. */
export interface FlusherParts {
  readonly rows: BoundedOutbox;
  readonly link: LedgerLink;
  /** Moves all rows that nobody in this process still needs; rejects if the ledger does not take one. */
  readonly handOverAll: () => Promise<void>;
  readonly clock: Clock;
  /** Milliseconds before the next attempt to reach a ledger that is down. */
  readonly retry: number;
}

/** A flusher and its work in progress. */
interface Flushing extends FlusherParts {
  isClosed: boolean;
  /** The flush that runs now; all who ask meanwhile share it. */
  current: Promise<number> | undefined;
  /** Cancels the planned flush. */
  cancel: (() => void) | undefined;
}

/** A flusher that plans nothing yet. */
export function createFlusher(parts: FlusherParts): Flusher {
  const flushing: Flushing = { ...parts, isClosed: false, current: undefined, cancel: undefined };
  return {
    flush: () => flush(flushing),
    flushLater: () => flushLater(flushing),
    close: () => close(flushing),
  };
}

function flush(flushing: Flushing): Promise<number> {
  flushing.current ??= handOver(flushing).finally(() => {
    flushing.current = undefined;
  });
  return flushing.current;
}

async function handOver(flushing: Flushing): Promise<number> {
  const { rows, link, handOverAll } = flushing;
  try {
    await rows.read();
    if (link.isDown() || (await rows.count()) > 0) {
      // Asked first, because a ledger that refuses a row is not down.
      await link.tryAgain();
      await handOverAll();
    }
  } catch {
    flushLater(flushing);
  }
  return rows.count().catch(() => 0);
}

function flushLater(flushing: Flushing): void {
  if (flushing.isClosed || flushing.cancel) return;
  flushing.cancel = flushing.clock.after(flushing.retry, () => {
    flushing.cancel = undefined;
    void flush(flushing);
  });
}

async function close(flushing: Flushing): Promise<void> {
  flushing.isClosed = true;
  flushing.cancel?.();
  // A flush that runs already may have begun before the last rows came.
  await flushing.current;
  await flush(flushing);
}
