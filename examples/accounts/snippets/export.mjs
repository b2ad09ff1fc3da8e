// Exports the ledger rows to a file.
import { appendFile } from "node:fs/promises";
import { exportRows } from "@diglot/core/accounts";
import { ledger } from "./endpoints.mjs";

let after; // from where the last export was kept
for await (const { text, next } of exportRows(ledger, { format: "csv", after })) {
  await appendFile("usage.csv", text);
  after = next;
}
