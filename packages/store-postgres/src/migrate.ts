import { type Migration, migrations } from "./migrations/index.js";
import type { Query } from "./query.js";

/**
 * Brings the tables of a schema, whose name is quoted already, to the version of this package, all
 * steps or none. One statement; instances that start at once wait for each other.
 * @throws the database's error if the tables are newer, or if its settings do not fit
 */
export async function migrate(query: Query, schema: string): Promise<void> {
  await query(migrationSql(schema, migrations), []);
}

/** One block that does what is still to be done. */
export function migrationSql(schema: string, steps: readonly Migration[]): string {
  return `DO $migrate$
DECLARE
  _version integer;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'Diglot needs the isolation level read committed.';
  END IF;
  IF current_setting('server_encoding') <> 'UTF8' THEN
    RAISE EXCEPTION 'Diglot needs a database with the encoding UTF8.';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('diglot migrations of ${schema}', 0));
  IF to_regnamespace('${schema}') IS NULL THEN
    CREATE SCHEMA ${schema};
  END IF;
  IF to_regclass('${schema}.migrations') IS NULL THEN
    CREATE TABLE ${schema}.migrations (
      version integer PRIMARY KEY,
      applied_at timestamptz NOT NULL DEFAULT now()
    );
  END IF;
  SELECT coalesce(max(version), 0) INTO _version FROM ${schema}.migrations;
  IF _version > ${steps.length} THEN
    RAISE EXCEPTION 'The tables of Diglot have version %, but this package knows only ${steps.length}.', _version;
  END IF;
  IF _version BETWEEN 1 AND ${steps.length - 1} THEN
    -- Calls lock accounts before attempts; in another order one of them and this would end each other.
    LOCK TABLE ${schema}.accounts IN ACCESS EXCLUSIVE MODE;
  END IF;
${steps.map((step) => stepSql(schema, step)).join("")}
END
$migrate$`;
}

function stepSql(schema: string, { version, sql }: Migration): string {
  return `
  IF _version < ${version} THEN
    ${sql(schema)}
    INSERT INTO ${schema}.migrations (version) VALUES (${version});
  END IF;`;
}
