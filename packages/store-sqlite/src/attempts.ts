import type { DatabaseSync } from "node:sqlite";
import type { FinalRow, Heartbeat, OpenRow, Reservation } from "@diglot/core";
import {
  finalColumns,
  openColumns,
  toFinalRow,
  toFinalValues,
  toOpenRow,
  toOpenValues,
} from "./attempt-rows.js";
import { type Columns, toJsonValue, toNumber, toOptional } from "./columns.js";

/** An open row, and the windows of budgets that it was reserved in. */
export interface OpenAttempt {
  readonly row: OpenRow;
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
  findOpen(attemptId: string): OpenAttempt | undefined;
  /** Up to `limit` open rows whose lease has passed, the longest ago first. */
  findOverdue(now: number, limit: number): readonly OpenAttempt[];
  /** Writes a final row in place of an open one or of none; `false` if there is a final one. */
  finish(row: FinalRow): boolean;
  readFinal(range: FinalRowRange): readonly NumberedRow[];
  countOpen(): number;
}

/** The rows in a database that has the tables. */
export function createAttempts(database: DatabaseSync): Attempts {
  const statements = prepareStatements(database);
  return {
    open(reservation, leaseEnd) {
      return statements.open.run(...toOpenValues(reservation), leaseEnd).changes !== 0;
    },
    renew({ attemptId, observed }, leaseEnd) {
      statements.renew.run(JSON.stringify(observed), leaseEnd, attemptId);
    },
    noteWindows(attemptId, windows) {
      statements.noteWindows.run(JSON.stringify(windows), attemptId);
    },
    findOpen(attemptId) {
      const columns = statements.findOpen.get(attemptId);
      return columns && toOpenAttempt(columns);
    },
    findOverdue(now, limit) {
      return statements.findOverdue.all(now, limit).map(toOpenAttempt);
    },
    finish(row) {
      if (statements.finish.run(...toFinalValues(row)).changes === 0) return false;
      statements.countFinal.run();
      return true;
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

function toOpenAttempt(columns: Columns): OpenAttempt {
  const windows = toOptional(toJsonValue<readonly number[]>, columns, "windows") ?? [];
  return { row: toOpenRow(columns), windows };
}

function toNumberedRow(columns: Columns): NumberedRow {
  return { number: toNumber(columns, "number"), row: toFinalRow(columns) };
}

/** What changes when an open row becomes final. */
const replacedColumns = ["details", "number", ...finalColumns.slice(openColumns.length)];

function prepareStatements(database: DatabaseSync) {
  const readOpen = [...openColumns, "observed", "windows"].join(", ");
  const readFinal = [...finalColumns, "number"].join(", ");
  return {
    open: database.prepare(
      `INSERT INTO attempts (${openColumns.join(", ")}, state, lease_end)
       VALUES (${toPlaceholders(openColumns)}, 'open', ?)
       ON CONFLICT (attempt_id) DO NOTHING`,
    ),
    renew: database.prepare(
      `UPDATE attempts SET observed = ?, lease_end = ?
       WHERE attempt_id = ? AND state = 'open'`,
    ),
    noteWindows: database.prepare("UPDATE attempts SET windows = ? WHERE attempt_id = ?"),
    findOpen: database.prepare(
      `SELECT ${readOpen} FROM attempts WHERE attempt_id = ? AND state = 'open'`,
    ),
    findOverdue: database.prepare(
      `SELECT ${readOpen} FROM attempts WHERE state = 'open' AND lease_end < ?
       ORDER BY lease_end LIMIT ?`,
    ),
    finish: database.prepare(
      `INSERT INTO attempts (${finalColumns.join(", ")}, number)
       VALUES (${toPlaceholders(finalColumns)}, (SELECT last + 1 FROM final_numbers))
       ON CONFLICT (attempt_id) DO UPDATE SET
         ${replacedColumns.map((name) => `${name} = excluded.${name}`).join(", ")},
         lease_end = NULL, observed = NULL
       WHERE state = 'open'`,
    ),
    countFinal: database.prepare("UPDATE final_numbers SET last = last + 1"),
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
