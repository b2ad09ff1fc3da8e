import { type Clock, systemClock } from "../clock.js";
import { ServiceError } from "../errors/service-error.js";
import type { Balance, LedgerStore } from "./books.js";
import type { AttemptRow, FinalRow, OpenRow } from "./ledger.js";
import { openRow, recoverRow, releaseRow, settleRow } from "./rows.js";
import { sumUsage } from "./sum-usage.js";

/** Options of the in-memory ledger. */
export interface MemoryLedgerOptions {
  /** What each account may spend in nano-dollars, by account id; an account without one has no bound. */
  readonly budgets?: Readonly<Record<string, number>> | undefined;
  /** Final rows that are kept; the oldest go first. @default 10_000 */
  readonly keepRows?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** A ledger in memory, with a look into all of its books. */
export interface MemoryLedger extends LedgerStore {
  /** All rows that are kept: the final ones in the order in which they ended, then the open ones. */
  all(): readonly AttemptRow[];
}

interface Account {
  limit: number | undefined;
  spent: number;
  reserved: number;
}

/** A row that runs, and until when its process must have given a sign of life. */
interface Running {
  row: OpenRow;
  leaseEnd: number;
}

/** Rows that one call of `recover` ends at most. */
const recoveredAtOnce = 1_000;

/** The books of one process; they end with it. */
export function createMemoryLedger(options: MemoryLedgerOptions = {}): MemoryLedger {
  const { clock = systemClock, keepRows = 10_000 } = options;
  const budgets = new Map(Object.entries(options.budgets ?? {}));
  const accounts = new Map<string, Account>();
  const running = new Map<string, Running>();
  /** In the order in which they ended. */
  const final = new Map<string, FinalRow>();
  const credits = new Set<string>();
  const cursors = new Map<string, string>();
  /** How many final rows have been forgotten; cursors count from the first row ever. */
  let forgotten = 0;

  function accountOf(id: string): Account {
    const account = accounts.get(id) ?? { limit: budgets.get(id), spent: 0, reserved: 0 };
    accounts.set(id, account);
    return account;
  }

  function forgetOldest(): void {
    for (const id of final.keys()) {
      if (final.size <= keepRows) return;
      final.delete(id);
      forgotten += 1;
    }
  }

  function finish(row: FinalRow): FinalRow {
    const account = accountOf(row.accountId);
    if (running.delete(row.attemptId)) account.reserved -= row.reservedNanoDollars;
    account.spent += row.costNanoDollars;
    final.set(row.attemptId, row);
    forgetOldest();
    return row;
  }

  function balanceOf(id: string): Balance {
    return { ...accountOf(id) };
  }

  return {
    async reserve(reservation, lease) {
      const { attemptId, accountId, reservedNanoDollars } = reservation;
      if (running.has(attemptId) || final.has(attemptId)) return;
      const account = accountOf(accountId);
      const { limit = Number.POSITIVE_INFINITY, spent, reserved } = account;
      if (spent + reserved + reservedNanoDollars > limit) throw budgetExhausted();
      account.reserved += reservedNanoDollars;
      running.set(attemptId, {
        row: openRow(reservation),
        leaseEnd: clock.monotonic() + lease,
      });
    },
    async beat(beats, lease) {
      for (const { attemptId, observed } of beats) {
        const open = running.get(attemptId);
        if (!open) continue;
        open.row = { ...open.row, sent: true, observed };
        open.leaseEnd = clock.monotonic() + lease;
      }
    },
    async settle(settlement) {
      const open = running.get(settlement.attemptId);
      if (open) finish(settleRow(open.row, settlement));
    },
    async release(attemptId, releasedAt) {
      const open = running.get(attemptId);
      if (open) finish(releaseRow(open.row, releasedAt));
    },
    async recover() {
      const now = clock.monotonic();
      return [...running.values()]
        .filter(({ leaseEnd }) => leaseEnd < now)
        .slice(0, recoveredAtOnce)
        .map(({ row }) => finish(recoverRow(row, clock.now())));
    },
    async record(row) {
      if (!final.has(row.attemptId)) finish(row);
    },
    async balance(accountId) {
      return balanceOf(accountId);
    },
    async credit({ id, accountId, nanoDollars }) {
      const account = accountOf(accountId);
      if (!credits.has(id)) account.limit = (account.limit ?? 0) + nanoDollars;
      credits.add(id);
      return balanceOf(accountId);
    },
    async rows({ after = "0", limit = 1_000, accountId } = {}) {
      const start = Math.max(0, Number(after) - forgotten);
      const rows = [...final.values()].slice(start);
      const page: FinalRow[] = [];
      let read = 0;
      for (const row of rows) {
        if (page.length === limit) break;
        read += 1;
        if (accountId === undefined || row.accountId === accountId) page.push(row);
      }
      return { rows: page, next: String(forgotten + start + read) };
    },
    async usage(query) {
      return sumUsage([...final.values()], query);
    },
    async countOpen() {
      return running.size;
    },
    async readCursor(name) {
      return cursors.get(name);
    },
    async writeCursor(name, cursor) {
      cursors.set(name, cursor);
    },
    all: () => [...final.values(), ...[...running.values()].map(({ row }) => row)],
  };
}

/** The refusal of a request that the account cannot pay for; every ledger throws it. */
export function budgetExhausted(): ServiceError {
  return new ServiceError({
    kind: "budget_exhausted",
    message: "The account's budget does not cover this request.",
  });
}
