import { type AttemptRow, type Check, checks, type Outbox } from "@diglot/core";
import { toJsonValue, toNumber } from "./columns.js";
import {
  type Durability,
  memoryPath,
  openDatabase,
  toClose,
  validDurability,
} from "./open-database.js";
import { outboxSchema } from "./schema.js";

/** Options of an outbox. */
export interface SqliteOutboxOptions {
  /**
   * The file, best on another disk than the ledger's. It belongs to one process. It is made if it is missing;
   * `:memory:` is refused.
   */
  readonly path: string;
  /** What a committed write survives, as for the store. @default "power" */
  readonly durability?: Durability | undefined;
}

const { checkOptions, is, members } = checks;

const validOptions: Check = members<SqliteOutboxOptions>({
  path: {
    required: is(
      "the path of a file, which survives the process",
      (path) => typeof path === "string" && path !== "" && path !== memoryPath,
    ),
  },
  durability: validDurability,
});

/** An outbox in a file. */
export interface SqliteOutbox extends Outbox {
  /** Closes the file; every later call but this one rejects. */
  close(): void;
}

/**
 * Opens the outbox of a process in a file, or makes it. A row that is put again keeps its place.
 * @throws TypeError for invalid options, such as `:memory:`, which would not survive the process
 * @throws Error if the file cannot be opened, is no outbox or is of a newer version
 */
export function createSqliteOutbox(options: SqliteOutboxOptions): SqliteOutbox {
  checkOptions("createSqliteOutbox", options, validOptions);
  const { path, durability = "power" } = options;
  const database = openDatabase({ path, durability, schema: outboxSchema });
  const statements = {
    put: database.prepare(
      `INSERT INTO outbox (attempt_id, attempt) VALUES (?, ?)
       ON CONFLICT (attempt_id) DO UPDATE SET attempt = excluded.attempt`,
    ),
    list: database.prepare("SELECT attempt FROM outbox ORDER BY number LIMIT ?"),
    remove: database.prepare("DELETE FROM outbox WHERE attempt_id = ?"),
    count: database.prepare("SELECT count(*) AS count FROM outbox"),
  };

  return {
    async put(row) {
      statements.put.run(row.attemptId, JSON.stringify(row));
    },
    async list(limit) {
      return statements.list
        .all(limit)
        .map((columns) => toJsonValue<AttemptRow>(columns, "attempt"));
    },
    async remove(attemptId) {
      statements.remove.run(attemptId);
    },
    async count() {
      return toNumber(statements.count.get() ?? {}, "count");
    },
    close: toClose(database),
  };
}
