import type { Usage } from "../../conversation/usage.js";
import { type Clock, systemClock } from "../../runtime/clock.js";
import type { AttemptRow, FinalRow, OpenRow, Reservation } from "./ledger.js";
import type { Balance, Credit, LedgerStore } from "./records.js";
import { budgetExhausted, creditIdConflict } from "./refusals.js";
import { createRowLog } from "./row-log.js";
import { openRow, recoverBatchSize, recoverRow, releaseRow, settledRow } from "./rows.js";
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
  readonly reservation: Reservation;
  sent: boolean;
  observed: Usage;
  leaseEnd: number;
}

/**
 * The books of one process; they end with it. Amounts and the ids of credits are kept for ever, rows
 * as long as there is room: an id is known as long as its row is kept.
 * @throws TypeError for a budget that is no whole number
 */
export function createMemoryLedger(options: MemoryLedgerOptions = {}): MemoryLedger {
  const { clock = systemClock, keepRows = 10_000 } = options;
  const budgets = new Map(Object.entries(options.budgets ?? {}));
  for (const [id, budget] of budgets)
    checkNanoDollars(`The budget of ${JSON.stringify(id)}`, budget);
  const accounts = new Map<string, Account>();
  const running = new Map<string, Running>();
  const log = createRowLog(keepRows);
  const credits = new Map<string, Pick<Credit, "accountId" | "nanoDollars">>();
  const cursors = new Map<string, string>();

  function findAccount(id: string): Account {
    return accounts.get(id) ?? { limit: budgets.get(id), spent: 0, reserved: 0 };
  }

  function openAccount(id: string): Account {
    const account = findAccount(id);
    accounts.set(id, account);
    return account;
  }

  function open(reservation: Reservation, leaseEnd: number): void {
    const { attemptId, accountId, reservedNanoDollars } = reservation;
    const account = openAccount(accountId);
    const { limit = Number.POSITIVE_INFINITY, spent, reserved } = account;
    if (spent + reserved + reservedNanoDollars > limit) throw budgetExhausted();
    account.reserved += reservedNanoDollars;
    running.set(attemptId, { reservation, sent: false, observed: {}, leaseEnd });
  }

  /** Frees what the row had reserved, if it was open, and books what it has cost. */
  function finish(row: FinalRow): FinalRow {
    const opened = running.get(row.attemptId)?.reservation;
    if (opened) openAccount(opened.accountId).reserved -= opened.reservedNanoDollars;
    running.delete(row.attemptId);
    openAccount(row.accountId).spent += row.costNanoDollars;
    log.push(row);
    return row;
  }

  function balanceOf(id: string): Balance {
    return { ...findAccount(id) };
  }

  return {
    async reserve(reservation, lease) {
      const { attemptId } = reservation;
      if (running.has(attemptId) || log.has(attemptId)) return;
      open(reservation, clock.monotonic() + lease);
    },
    async heartbeat(heartbeats, lease) {
      for (const { attemptId, observed } of heartbeats) {
        const open = running.get(attemptId);
        if (!open) continue;
        open.sent = true;
        open.observed = observed;
        open.leaseEnd = clock.monotonic() + lease;
      }
    },
    async settle(settlement) {
      const open = running.get(settlement.attemptId);
      if (open) finish(settledRow(open.reservation, settlement));
    },
    async release(attemptId, releasedAt) {
      const open = running.get(attemptId);
      if (open) finish(releaseRow(toOpenRow(open), releasedAt));
    },
    async recover() {
      return findLost(running, clock.monotonic()).map((row) =>
        finish(recoverRow(row, clock.now())),
      );
    },
    async record(row) {
      if (!log.has(row.attemptId)) finish(row);
    },
    async balance(accountId) {
      return balanceOf(accountId);
    },
    async credit({ id, accountId, nanoDollars }) {
      const given = credits.get(id);
      if (given) {
        const isSame = given.accountId === accountId && given.nanoDollars === nanoDollars;
        if (!isSame) throw creditIdConflict(id);
      } else {
        checkNanoDollars("A credit", nanoDollars);
        const account = openAccount(accountId);
        const limit = (account.limit ?? 0) + nanoDollars;
        checkNanoDollars("All credits of an account together", limit);
        account.limit = limit;
        credits.set(id, { accountId, nanoDollars });
      }
      return balanceOf(accountId);
    },
    async rows(query = {}) {
      return log.page(query);
    },
    async usage(query) {
      return sumUsage(log.all(), query);
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
    all: () => [...log.all(), ...[...running.values()].map(toOpenRow)],
  };
}

function toOpenRow({ reservation, sent, observed }: Running): OpenRow {
  return { ...openRow(reservation), sent, observed };
}

/** The open rows whose lease has passed, as many as are recovered at once. */
function findLost(running: ReadonlyMap<string, Running>, now: number): readonly OpenRow[] {
  const lost: OpenRow[] = [];
  for (const open of running.values()) {
    if (lost.length === recoverBatchSize) break;
    if (open.leaseEnd < now) lost.push(toOpenRow(open));
  }
  return lost;
}

/** A limit that is no number would be no limit. */
function checkNanoDollars(what: string, nanoDollars: unknown): void {
  if (Number.isSafeInteger(nanoDollars)) return;
  throw new TypeError(
    `${what} must be a whole number of nano-dollars, not ${String(nanoDollars)}.`,
  );
}
