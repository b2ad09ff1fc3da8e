import {
  errorKinds,
  type JsonObject,
  type LedgerStore,
  openRow,
  rowEnds,
  settleRow,
} from "@diglot/core";
import { assertEqual } from "../assert.js";
import type { ContractTests, Subject } from "../contract.js";
import {
  fullPrices,
  oddNames,
  reservationOf,
  settledRowOf,
  settlementOf,
  usageOf,
} from "../samples.js";
import { assertBalance, minute } from "./steps.js";

/** What an upstream may say of its usage; a store keeps it as it is. */
const hostileUsage: JsonObject = {
  prompt_tokens: 12,
  nested: { list: [1, 2.5, -3, 1e21, null, true, { deep: "yes" }], empty: {}, none: [] },
  zeros: "a\u0000b",
  half: "\ud83d",
  text: 'it\'s "quoted" \\ 漢字 🙂',
  "": "no name",
};

/** What of a reservation and its settlement stands in the final row: all, and nothing else. */
export const keptTests: ContractTests<Subject<LedgerStore>> = {
  async "settle: makes the row that core's settleRow makes"({ store }) {
    const reservation = reservationOf("1", {
      idempotencyKey: "once",
      prices: fullPrices,
      onCallerGone: "drain",
      format: "chat-completions",
      requestedModel: "alias",
      endUser: "ada",
      sessionId: "session-1",
    });
    const settlement = settlementOf("1", { rawUsage: { prompt_tokens: 12 } });
    await store.reserve(reservation, minute);
    await store.settle(settlement);
    const row = settleRow(openRow(reservation), settlement);
    assertEqual((await store.rows()).rows, [row], "the rows");
  },
  async "settle: keeps counts of units, whole or not"({ store }) {
    const reservation = reservationOf("1", { prices: fullPrices });
    const usage = usageOf({ units: { seconds: 12.345678, images: 3 } });
    const settlement = settlementOf("1", { usage });
    await store.reserve(reservation, minute);
    await store.settle(settlement);
    const row = settleRow(openRow(reservation), settlement);
    assertEqual((await store.rows()).rows, [row], "the rows");
  },
  async "record: keeps counts of units"({ store }) {
    const row = settledRowOf("1", {}, { usage: usageOf({ units: { seconds: 0.5 } }) });
    await store.record(row);
    assertEqual((await store.rows()).rows, [row], "the rows");
  },
  async "settle: leaves absent what was absent"({ store }) {
    const reservation = reservationOf("1", { prices: { input: 1, output: 2 } });
    await store.reserve(reservation, minute);
    await store.settle(settlementOf("1"));
    const row = settleRow(openRow(reservation), settlementOf("1"));
    assertEqual((await store.rows()).rows, [row], "the rows");
  },
  async "settle: keeps every end and every policy"({ store }) {
    const policies = ["bill-observed", "drain", "refund"] as const;
    const expected = rowEnds.map((end, index) => {
      const onCallerGone = policies[index % 3] ?? "refund";
      const reservation = reservationOf(`${index}`, { onCallerGone });
      return { reservation, settlement: settlementOf(`${index}`, { end }) };
    });
    for (const { reservation, settlement } of expected) {
      await store.reserve(reservation, minute);
      await store.settle(settlement);
    }
    const rows = expected.map(({ reservation, settlement }) =>
      settleRow(openRow(reservation), settlement),
    );
    assertEqual((await store.rows()).rows, rows, "the rows");
  },
  async "settle: keeps every kind of error, with the upstream's status and without"({ store }) {
    const expected = errorKinds.map((errorKind, index) => {
      const upstreamStatus = index % 2 === 0 ? { upstreamStatus: 400 + index } : {};
      const failure = { end: "upstream_error", errorKind, ...upstreamStatus } as const;
      return {
        reservation: reservationOf(`${index}`),
        settlement: settlementOf(`${index}`, failure),
      };
    });
    for (const { reservation, settlement } of expected) {
      await store.reserve(reservation, minute);
      await store.settle(settlement);
    }
    const rows = expected.map(({ reservation, settlement }) =>
      settleRow(openRow(reservation), settlement),
    );
    assertEqual((await store.rows()).rows, rows, "the rows");
  },
  async "settle: takes every name"({ store }) {
    const reservations = oddNames.map((name) =>
      reservationOf(name, {
        requestId: name,
        keyId: name,
        model: name,
        requestedModel: name,
        endUser: name,
        sessionId: name,
        format: name,
        idempotencyKey: name,
        accountId: name,
      }),
    );
    for (const reservation of reservations) await store.reserve(reservation, minute);
    for (const name of oddNames) await store.settle(settlementOf(name));
    const rows = reservations.map((reservation) =>
      settleRow(openRow(reservation), settlementOf(reservation.attemptId)),
    );
    assertEqual((await store.rows()).rows, rows, "the rows");
  },
  async "settle: keeps the largest numbers exactly"({ store }) {
    const most = Number.MAX_SAFE_INTEGER;
    const reservation = reservationOf("1", {
      reservedNanoDollars: most,
      reservedTokens: { input: most, output: most },
    });
    const settlement = settlementOf("1", {
      usage: usageOf({ input: most, cacheWriteLong: most, output: most, reasoning: most }),
      costNanoDollars: most,
    });
    await store.reserve(reservation, minute);
    await store.settle(settlement);
    await assertBalance(store, { spent: most, reserved: 0 });
    const row = settleRow(openRow(reservation), settlement);
    assertEqual((await store.rows()).rows, [row], "the rows");
  },
  async "settle: keeps an upstream's own words, whatever they are"({ store }) {
    await store.reserve(reservationOf("1"), minute);
    await store.settle(settlementOf("1", { rawUsage: hostileUsage }));
    await assertBalance(store, { spent: 4, reserved: 0 });
    assertEqual((await store.rows()).rows[0]?.rawUsage, hostileUsage, "the raw usage");
  },
};
