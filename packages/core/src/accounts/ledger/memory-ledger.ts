import type { Usage } from "../../conversation/usage/usage.js";
import { type Clock, systemClock } from "../../runtime/clock.js";
import { orReject } from "../../runtime/maybe-promise.js";
import { PassingMap } from "../../runtime/passing-map.js";
import { type Check, deferred } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { mapOf, members } from "../../validation/objects.js";
import { validClock } from "../../validation/runtime-ports.js";
import { limit } from "../../validation/values.js";
import { selectAccounts } from "../account-list.js";
import { checkBudget, checkBudgetName } from "./budget.js";
import type { AttemptRow, FinalRow, Heartbeat, Ledger, OpenRow, Reservation } from "./ledger.js";
import {
  accountIdsOf,
  balanceOf,
  createMemoryAccounts,
  freeAmount,
  giveCredit,
  type MemoryAccounts,
  reserveAmount,
  spendAmount,
  validAmount,
} from "./memory-accounts.js";
import {
  currentWindows,
  dropBudget,
  listBudgets,
  type MemoryWindow,
  putBudget,
} from "./memory-budgets.js";
import type { LedgerRecords, LedgerStore } from "./records.js";
import { createRowLog, type RowLog } from "./row-log.js";
import { openRow, recoverBatchSize, recoverRow, releaseRow, settleRow } from "./rows.js";
import { sumUsage } from "./sum-usage.js";

/** Options of the in-memory ledger. */
export interface MemoryLedgerOptions {
  /** What each account may spend in nano-dollars, by account id; an account without one has no limit. */
  readonly budgets?: Readonly<Record<string, number>> | undefined;
  /** Final rows that are kept; the oldest go first. @default 10_000 */
  readonly keepRows?: number | undefined;
  /** The source of time. @default the clock of the system */
  readonly clock?: Clock | undefined;
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<MemoryLedgerOptions>({
    budgets: mapOf(validAmount),
    keepRows: limit,
    clock: validClock,
  }),
);

/** A ledger in memory that also shows all of its rows. */
export interface MemoryLedger extends LedgerStore {
  /** All rows that are kept: the final ones in the order in which they ended, then the open ones. */
  all(): readonly AttemptRow[];
}

/** An open row, and until when its process must send a heartbeat. */
interface RunningRow {
  readonly reservation: Reservation;
  /** The windows of budgets that it was taken from. */
  readonly windows: readonly MemoryWindow[];
  observed: Usage;
  /** A moment of the monotonic clock. */
  leaseEnd: number;
}

/** Everything that the ledger remembers. */
interface LedgerMemory {
  readonly clock: Clock;
  readonly accounts: MemoryAccounts;
  /** The open rows, by attempt id, in the order in which they were opened. */
  readonly running: PassingMap<RunningRow>;
  /** The final rows. */
  readonly log: RowLog;
  /** The position of each named reader. */
  readonly cursors: Map<string, string>;
}

/**
 * The ledger of one process; it ends with it. Amounts and the ids of credits are kept forever, rows
 * as long as there is room: an id is known as long as its row is kept.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createMemoryLedger(options: MemoryLedgerOptions = {}): MemoryLedger {
  checkOptions("createMemoryLedger", options, validOptions);
  const { clock = systemClock, keepRows = 10_000, budgets = {} } = options;
  const memory: LedgerMemory = {
    clock,
    accounts: createMemoryAccounts(budgets),
    running: new PassingMap(),
    log: createRowLog(keepRows),
    cursors: new Map(),
  };
  return { ...toLedger(memory), ...toRecords(memory), all: () => allRows(memory) };
}

/** The members that the service writes through. */
function toLedger(memory: LedgerMemory): Ledger {
  const { clock, running, log } = memory;
  return {
    reserve: (reservation, lease) => orReject(() => open(memory, reservation, lease)),
    heartbeat: async (heartbeats, lease) => {
      for (const heartbeat of heartbeats) keepAlive(memory, heartbeat, lease);
    },
    settle(settlement) {
      const row = running.get(settlement.attemptId);
      if (row) finishRow(memory, settleRow(row.reservation, settlement));
    },
    release(attemptId, releasedAt) {
      const row = running.get(attemptId);
      if (row) finishRow(memory, releaseRow(row.reservation, releasedAt));
    },
    async recover() {
      const lost = findLost(running, clock.monotonic());
      return lost.map((row) => finishRow(memory, recoverRow(row, clock.now())));
    },
    async record(row) {
      if (!log.has(row.attemptId)) finishRow(memory, row);
    },
  };
}

/** The members that the ledger's owner reads and writes through. */
function toRecords({ accounts, running, log, cursors, clock }: LedgerMemory): LedgerRecords {
  const { renewing } = accounts;
  return {
    async setBudget(budget) {
      putBudget(renewing, checkBudget(budget));
    },
    removeBudget: async (name) => dropBudget(renewing, checkBudgetName(name)),
    budgets: async (accountId) => listBudgets(renewing, accountId, clock.now()),
    balance: async (accountId) => balanceOf(accounts, accountId),
    async credit(credit) {
      giveCredit(accounts, credit);
      return balanceOf(accounts, credit.accountId);
    },
    listAccounts: async (query) => selectAccounts(accountIdsOf(accounts), query),
    rows: async (query = {}) => log.page(query),
    usage: async (query) => sumUsage(log.all(), query),
    countOpen: async () => running.size,
    readCursor: async (name) => cursors.get(name),
    async writeCursor(name, cursor) {
      cursors.set(name, cursor);
    },
  };
}

function open(memory: LedgerMemory, reservation: Reservation, lease: number): void {
  const { clock, accounts, running, log } = memory;
  const { attemptId } = reservation;
  if (running.has(attemptId) || log.has(attemptId)) return;
  const windows = reserveAmount(accounts, reservation, clock.now());
  const leaseEnd = clock.monotonic() + lease;
  running.set(attemptId, { reservation, windows, observed: {}, leaseEnd });
}

function keepAlive(
  { clock, running }: LedgerMemory,
  { attemptId, observed }: Heartbeat,
  lease: number,
): void {
  const row = running.get(attemptId);
  if (!row) return;
  row.observed = observed;
  row.leaseEnd = clock.monotonic() + lease;
}

/** Frees the reservation of the row, if it was open, and spends its cost. */
function finishRow({ accounts, running, log, clock }: LedgerMemory, row: FinalRow): FinalRow {
  const opened = running.get(row.attemptId);
  if (opened) freeAmount(accounts, opened.reservation, opened.windows);
  running.delete(row.attemptId);
  const windows = opened?.windows ?? currentWindows(accounts.renewing, row, clock.now());
  spendAmount(accounts, row, windows);
  log.push(row);
  return row;
}

function allRows({ log, running }: LedgerMemory): readonly AttemptRow[] {
  return [...log.all(), ...running.values().map(toOpenRow)];
}

function toOpenRow({ reservation, observed }: RunningRow): OpenRow {
  return openRow(reservation, observed);
}

/** The open rows whose lease has passed, as many as are recovered at once. */
function findLost(running: PassingMap<RunningRow>, now: number): readonly OpenRow[] {
  const lost: OpenRow[] = [];
  for (const row of running.values()) {
    if (lost.length === recoverBatchSize) break;
    if (row.leaseEnd < now) lost.push(toOpenRow(row));
  }
  return lost;
}
