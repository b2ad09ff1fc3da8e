import type { DatabaseSync } from "node:sqlite";
import type { FinalRow, Heartbeat, OpenRow, Reservation, Settlement } from "@diglot/core";
import {
  reservationColumns,
  settlementColumns,
  toFinalRow,
  toOpenRow,
  toReservationValues,
  toSettlementValues,
} from "./attempt-rows.js";
import { type Columns, toJsonValue, toNumber, toOptional, toText } from "./columns.js";

/** What a row that has ended had taken, and from where. */
export interface EndedAttempt {
  readonly accountId: string;
  readonly reserved: number;
  /** The windows of budgets that it was reserved in. */
  readonly windows: readonly number[];
}

/** A final row with its place among all of them. */
export interface NumberedRow {
  readonly number: number;
  readonly row: FinalRow;
}

/** Which final rows are read. */
export interface FinalRowRange {
  /** The place after which the range begins. */
  readonly after: number;
  readonly limit: number;
  readonly accountId: string | undefined;
}

/** The rows of a ledger. What writes is a part of its caller's transaction. */
export interface Attempts {
  /** Writes an open row; `false` if there is a row with its id. */
  open(reservation: Reservation, leaseEnd: number): boolean;
  /** Renews the lease of an open row. */
  renew(heartbeat: Heartbeat, leaseEnd: number): void;
  /** Notes the windows of budgets that an open row was reserved in. */
  noteWindows(attemptId: string, windows: readonly number[]): void;
  /** Up to `limit` open rows whose lease has passed, the longest ago first. */
  findOverdue(now: number, limit: number): readonly OpenRow[];
  /** Makes an open row final; `undefined` if it is not open. */
  end(settlement: Settlement, state: FinalRow["state"]): EndedAttempt | undefined;
  /** Writes a row that is final already; `false` if there is a row with its id. */
  addFinal(row: FinalRow): boolean;
  readFinal(range: FinalRowRange): readonly NumberedRow[];
  countOpen(): number;
}

/** The rows in a database that has the tables. */
export function createAttempts(database: DatabaseSync): Attempts {
  const statements = prepareStatements(database);
  return {
    open(reservation, leaseEnd) {
      return statements.open.run(...toReservationValues(reservation), leaseEnd).changes !== 0;
    },
    renew({ attemptId, observed }, leaseEnd) {
      statements.renew.run(JSON.stringify(observed), leaseEnd, attemptId);
    },
    noteWindows(attemptId, windows) {
      statements.noteWindows.run(JSON.stringify(windows), attemptId);
    },
    findOverdue(now, limit) {
      return statements.findOverdue.all(now, limit).map(toOpenRow);
    },
    end(settlement, state) {
      const values = toSettlementValues(settlement, state);
      const columns = statements.end.get(...values, settlement.attemptId);
      return columns && toEnded(columns);
    },
    addFinal(row) {
      const values = [...toReservationValues(row), ...toSettlementValues(row, row.state)];
      return statements.addFinal.run(...values).changes !== 0;
    },
    readFinal({ after, limit, accountId }) {
      const found =
        accountId === undefined
          ? statements.readFinal.all(after, limit)
          : statements.readFinalOfAccount.all(accountId, after, limit);
      return found.map(toNumberedRow);
    },
    countOpen() {
      return toNumber(statements.countOpen.get() ?? {}, "count");
    },
  };
}

function toEnded(columns: Columns): EndedAttempt {
  return {
    accountId: toText(columns, "account_id"),
    reserved: toNumber(columns, "reserved"),
    windows: toOptional(toJsonValue<readonly number[]>, columns, "windows") ?? [],
  };
}

function toNumberedRow(columns: Columns): NumberedRow {
  return { number: toNumber(columns, "number"), row: toFinalRow(columns) };
}

/** The number of the next final row. */
const nextNumber = `1 + max(
  ifnull((SELECT max(number) FROM attempts WHERE number IS NOT NULL), 0),
  (SELECT last FROM deleted_numbers))`;

function prepareStatements(database: DatabaseSync) {
  const readOpen = [...reservationColumns, "observed"].join(", ");
  const finalColumns = [...reservationColumns, ...settlementColumns];
  const readFinal = [...finalColumns, "number"].join(", ");
  return {
    open: database.prepare(
      `INSERT INTO attempts (${reservationColumns.join(", ")}, state, lease_end)
       VALUES (${toPlaceholders(reservationColumns)}, 'open', ?)
       ON CONFLICT (attempt_id) DO NOTHING`,
    ),
    renew: database.prepare(
      `UPDATE attempts SET observed = ?, lease_end = ?
       WHERE attempt_id = ? AND state = 'open'`,
    ),
    noteWindows: database.prepare("UPDATE attempts SET windows = ? WHERE attempt_id = ?"),
    findOverdue: database.prepare(
      `SELECT ${readOpen} FROM attempts WHERE state = 'open' AND lease_end < ?
       ORDER BY lease_end LIMIT ?`,
    ),
    end: database.prepare(
      `UPDATE attempts SET ${settlementColumns.map((name) => `${name} = ?`).join(", ")},
         number = ${nextNumber}, lease_end = NULL, observed = NULL
       WHERE attempt_id = ? AND state = 'open'
       RETURNING account_id, reserved, windows`,
    ),
    addFinal: database.prepare(
      `INSERT INTO attempts (${finalColumns.join(", ")}, number)
       VALUES (${toPlaceholders(finalColumns)}, ${nextNumber})
       ON CONFLICT (attempt_id) DO NOTHING`,
    ),
    readFinal: database.prepare(
      `SELECT ${readFinal} FROM attempts WHERE number > ? ORDER BY number LIMIT ?`,
    ),
    readFinalOfAccount: database.prepare(
      `SELECT ${readFinal} FROM attempts WHERE account_id = ? AND number > ?
       ORDER BY number LIMIT ?`,
    ),
    countOpen: database.prepare("SELECT count(*) AS count FROM attempts WHERE state = 'open'"),
  };
}

function toPlaceholders(columns: readonly string[]): string {
  return columns.map(() => "?").join(", ");
}
