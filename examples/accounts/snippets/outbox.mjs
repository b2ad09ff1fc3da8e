// Goes on serving while the ledger is down.
import { withOutbox } from "@diglot/core";
import { createSqliteOutbox, createSqliteStore } from "@diglot/store-sqlite";

const store = createSqliteStore({ path: "diglot.sqlite" });
const outbox = createSqliteOutbox({ path: "outbox.sqlite" });

export const ledger = withOutbox(store.ledger, outbox, {
  maxRows: 10_000,
  maxNanoDollars: 50_000_000_000, // 50 dollars may go unchecked
});
await ledger.flush(); // hand over what an earlier process left behind

export { store };
