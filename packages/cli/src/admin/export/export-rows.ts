import { toPlainLine } from "@diglot/core/redaction";
import { write, writeData } from "../../terminal/write.js";
import type { AdminClient, Rows } from "../client/admin-client.js";
import type { ExportOptions } from "../options.js";
import { withClient } from "../target.js";
import { readCursor, writeCursor } from "./cursor.js";
import { countRows, withoutHeader } from "./read-page.js";

/** How many rows are asked for at a time. */
const rowsOfPage = 1_000;

/**
 * Writes all final rows from a cursor on to standard output, and where the next export begins to the
 * file of the cursor, or to standard error.
 */
export async function exportRows(options: ExportOptions): Promise<void> {
  const { format, account, cursor, after, ...target } = options;
  const start = cursor === undefined ? after : readCursor(cursor);
  await withClient(target, async (client) => {
    const query = { format, account_id: account, limit: String(rowsOfPage) };
    let next = start;
    for await (const page of readPages(client, query, start)) {
      await writeData(process.stdout, page.text);
      next = page.next;
    }
    if (cursor !== undefined) writeCursor(cursor, next);
    else
      write(
        process.stderr,
        toPlainLine(`The next export continues with --after ${next}`).concat("\n"),
      );
  });
}

/** All pages as parts of one file, which has one header. */
async function* readPages(
  client: AdminClient,
  query: Readonly<Record<string, string | undefined>> & {
    readonly format: ExportOptions["format"];
  },
  start: string | undefined,
): AsyncGenerator<Rows, void, undefined> {
  let after = start;
  for (;;) {
    const path = "/usage/rows";
    const page = await client.askRows({ method: "GET", path, query: { ...query, after } });
    const isFirst = after === start;
    yield isFirst ? page : { ...page, text: withoutHeader(page.text, query.format) };
    // Rows that become final meanwhile belong to the next export.
    if (countRows(page.text, query.format) < rowsOfPage) return;
    after = page.next;
  }
}
