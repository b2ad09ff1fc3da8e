import type { DocumentStore } from "@diglot/core";
import { fromBase64, toBase64 } from "./base64.js";
import type { Call } from "./call.js";
import { textOf, toColumns } from "./columns.js";

const utf8 = new TextEncoder();

/** Documents of accounts. Their texts travel as bytes: the database's own texts cannot hold every character. */
export function createDocuments(call: Call): DocumentStore {
  return {
    async write(accountId, documents, retention) {
      const rows = documents.map(({ id, text }) => ({ id, body: toBase64(utf8.encode(text)) }));
      await call("write_documents", { account_id: accountId, rows, retention });
    },
    async read(accountId, ids) {
      const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
      const rows = await call("read_documents", { account_id: accountId, ids });
      return new Map(
        rows.map((row) => {
          const columns = toColumns(row);
          return [textOf(columns, "id"), decoder.decode(fromBase64(textOf(columns, "body")))];
        }),
      );
    },
    async delete(accountId, ids) {
      await call("delete_documents", { account_id: accountId, ids });
    },
  };
}
