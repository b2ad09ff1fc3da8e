import {
  type FinalRow,
  type Ledger,
  noUsage,
  openRow,
  recoverBatchSize,
  recoverRow,
} from "@diglot/core";
import type { Call } from "../call.js";
import { type Columns, numberOf, toColumns } from "../columns.js";
import { toRefusal } from "./budgets.js";
import type { Write } from "./group-commit.js";
import { fromFinalRow, fromOpenRow, fromSettlement, toOpenRow } from "./row-columns.js";

/**
 * The writing half of the ledger. Every call is at most one statement, except `recover`, which reads
 * first.
 */
export function createLedger(call: Call, write: Write): Ledger {
  return {
    async reserve(reservation, lease) {
      const row = fromOpenRow(openRow(reservation));
      const answer = await write("reserve", { row, lease, reasons: "amounts" });
      if (answer !== true) throw toRefusal(answer, reservation.reservedNanoDollars);
    },
    async heartbeat(heartbeats, lease) {
      // Of two signs of one attempt the later one counts.
      const byId = new Map(heartbeats.map(({ attemptId, observed }) => [attemptId, observed]));
      const rows = [...byId].map(([attempt_id, observed]) => ({ attempt_id, observed }));
      if (rows.length > 0) await call("heartbeat", { heartbeats: rows, lease });
    },
    async settle(settlement) {
      await write("finish", fromSettlement(settlement, "settled"));
    },
    async release(attemptId, settledAt) {
      const nothing = { usage: noUsage, costNanoDollars: 0, end: "unsent" } as const;
      await write("finish", fromSettlement({ attemptId, ...nothing, settledAt }, "released"));
    },
    async recover() {
      const expired = (await call("expired", { limit: recoverBatchSize })).map(toColumns);
      if (expired.length === 0) return [];
      const rows = expired.map((columns) => ({ columns, row: recoverColumns(columns) }));
      const ended = new Set(
        await call(
          "recover",
          rows.map(({ columns, row }) => ({
            ...fromFinalRow(row),
            lease_end: columns.lease_end,
          })),
        ),
      );
      return rows.map(({ row }) => row).filter(({ attemptId }) => ended.has(attemptId));
    },
    async record(row) {
      await call("record", fromFinalRow(row));
    },
  };
}

function recoverColumns(columns: Columns): FinalRow {
  return recoverRow(toOpenRow(columns), numberOf(columns, "now"));
}
