import { administrationSql } from "./administration.js";
import { budgetsSql } from "./budgets.js";
import { documentsSql } from "./documents.js";
import { groupCommitSql } from "./group-commit.js";
import { idempotencySql } from "./idempotency.js";
import { keysSql } from "./keys.js";
import { lastUseSql } from "./last-use.js";
import { ledgerSql } from "./ledger.js";
import { recordsSql } from "./records.js";
import { refusalsSql } from "./refusals.js";
import { rowDetailsSql } from "./row-details.js";
import { sessionsSql } from "./sessions.js";
import { unitsSql } from "./units.js";

/** One step from a version of the tables to the next. */
export interface Migration {
  /** 1 for the first; each is one more than the one before. */
  readonly version: number;
  /** The statements, for a schema whose name is quoted already. */
  readonly sql: (schema: string) => string;
}

/**
 * All steps in their order. One that was released never changes. The functions of a later version
 * go on to take what instances of earlier ones send, since both run while a new version is rolled
 * out.
 */
export const migrations: readonly Migration[] = [
  { version: 1, sql: ledgerSql },
  { version: 2, sql: recordsSql },
  { version: 3, sql: keysSql },
  { version: 4, sql: idempotencySql },
  { version: 5, sql: rowDetailsSql },
  { version: 6, sql: administrationSql },
  { version: 7, sql: budgetsSql },
  { version: 8, sql: groupCommitSql },
  { version: 9, sql: refusalsSql },
  { version: 10, sql: lastUseSql },
  { version: 11, sql: documentsSql },
  { version: 12, sql: sessionsSql },
  { version: 13, sql: unitsSql },
];
