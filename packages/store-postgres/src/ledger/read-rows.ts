import { checkRowLimit, type RowPage, type RowQuery } from "@diglot/core";
import type { Call } from "../call.js";
import { type Columns, textOf, toColumns } from "../columns.js";
import { toFinalRow } from "./row-columns.js";

/** Before the first row of all. */
const beginning = "0:";

/**
 * A page of final rows. A cursor is the transaction in which a row became final, and its id.
 * @throws TypeError for a limit or a cursor that cannot be
 */
export async function readRows(call: Call, query: RowQuery = {}): Promise<RowPage> {
  const { after = beginning, accountId: account_id } = query;
  const limit = checkRowLimit(query.limit);
  const rows = (await call("final_rows", { ...fromCursor(after), limit, account_id })).map(
    toColumns,
  );
  const last = rows.at(-1);
  return { rows: rows.map(toFinalRow), next: last ? toCursor(last) : after };
}

function toCursor(columns: Columns): string {
  return `${textOf(columns, "final_xid")}:${textOf(columns, "attempt_id")}`;
}

function fromCursor(cursor: string): Columns {
  const [, final_xid, attempt_id] = /^(\d{1,19}):(.*)$/s.exec(cursor) ?? [];
  if (final_xid !== undefined) return { final_xid, attempt_id };
  throw new TypeError("after must be `next` of the previous page.");
}
