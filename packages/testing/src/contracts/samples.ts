import {
  type AppliedPrices,
  type FinalRow,
  type FinalUsage,
  openRow,
  type Reservation,
  type Settlement,
  settleRow,
} from "@diglot/core";

/** A moment in the past, in milliseconds since 1970: 2026-03-01, noon. */
export const noon = Date.UTC(2026, 2, 1, 12);

/** Names that stores have stumbled over: quotes, languages, prototypes, lengths, near twins. */
export const oddNames: readonly string[] = [
  "it's",
  'the "one"',
  "'; DROP TABLE attempts; --",
  "%_\\",
  "a:b/c?d#e",
  "{tag}*",
  "zażółć 漢字 🙂‍↔️",
  "e\u0301",
  "\u00e9",
  "__proto__",
  "constructor",
  "null",
  "0",
  "twin",
  "Twin",
  "twin ",
  "x".repeat(200),
];

/** Prices with every member, long context included. */
export const fullPrices: AppliedPrices = {
  input: 3,
  output: 15,
  cacheRead: 0.3,
  cacheWrite: 3.75,
  cacheWriteLong: 6,
  longContext: { above: 200_000, input: 6, output: 22.5 },
  accepts: { service_tier: { priority: 2, flex: 0.5 }, web_search_options: 1.5 },
  asked: { web_search_options: 1.5 },
  units: { seconds: 0.0001, images: 0.04 },
  mediaTokens: { image: 1_600 },
};

/** A reservation of 10 nano-dollars with nothing that may be absent. */
export function reservationOf(attemptId: string, members: Partial<Reservation> = {}): Reservation {
  return {
    attemptId,
    requestId: `request of ${attemptId}`,
    accountId: "account",
    keyId: "key",
    model: "model",
    format: "messages",
    openedAt: noon,
    reservedNanoDollars: 10,
    reservedTokens: { input: 400, output: 100 },
    onCallerGone: "bill-observed",
    ...members,
  };
}

/** A usage with a different number of each kind, all of them reported. */
export function usageOf(counts: Partial<FinalUsage> = {}): FinalUsage {
  return {
    input: 1,
    cacheRead: 2,
    cacheWrite: 3,
    cacheWriteLong: 4,
    output: 5,
    reasoning: 1,
    sources: {
      input: "reported",
      cacheRead: "reported",
      cacheWrite: "observed",
      cacheWriteLong: "estimated",
      output: "reported",
      reasoning: "none",
    },
    ...counts,
  };
}

/** A settlement that costs 4 nano-dollars. */
export function settlementOf(attemptId: string, members: Partial<Settlement> = {}): Settlement {
  return {
    attemptId,
    usage: usageOf(),
    costNanoDollars: 4,
    end: "completed",
    settledAt: noon + 1_000,
    ...members,
  };
}

/** A final row, settled. */
export function settledRowOf(
  attemptId: string,
  reservation: Partial<Reservation> = {},
  settlement: Partial<Settlement> = {},
): FinalRow {
  return settleRow(
    openRow(reservationOf(attemptId, reservation)),
    settlementOf(attemptId, settlement),
  );
}
