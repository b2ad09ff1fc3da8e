import {
  callerGonePolicies,
  errorKinds,
  type FinalRow,
  type FinalUsage,
  finalStates,
  rowEnds,
  usageKinds,
  usageSources,
} from "@diglot/core";
import fc from "fast-check";

/** A minute, the lease of rows that stay open. */
export const minute = 60_000;

/** Any text that JavaScript can make, NUL and halves of surrogate pairs included. */
export const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom(
      "\u0000",
      "\u001a",
      "\\",
      "u0000",
      '"',
      "'",
      "\ud83d",
      "\ude42",
      "🙂",
      "a",
    ),
  }),
);

const count = fc.oneof(fc.nat(), fc.maxSafeNat());

/** Prices of printed size and precision. */
const price = fc.double({ min: 0, max: 1_000, noNaN: true, noDefaultInfinity: true });

const prices = fc.record(
  { input: price, output: price, cacheRead: price, cacheWrite: price },
  { requiredKeys: ["input", "output"] },
);

const source = fc.constantFrom(...usageSources);

const usage = fc
  .tuple(fc.tuple(...usageKinds.map(() => count)), fc.tuple(...usageKinds.map(() => source)))
  .map(([counts, sources]) => toUsage(counts, sources));

function toUsage(
  counts: readonly number[],
  sources: readonly FinalUsage["sources"]["input"][],
): FinalUsage {
  const usage: Record<string, unknown> = {};
  const from: Record<string, unknown> = {};
  for (const [index, kind] of usageKinds.entries()) {
    usage[kind] = counts[index];
    from[kind] = sources[index];
  }
  return { ...(usage as unknown as FinalUsage), sources: from as FinalUsage["sources"] };
}

/**
 * What an upstream may say; it came as JSON, which tells -0 from 0 only until it is written. No name
 * is a single backslash: once JSON.parse of Node 24 and 26 has read one, it takes every name that
 * begins with an escape, such as a line break, for a backslash where the names before are the same.
 */
const rawUsage = fc
  .dictionary(
    anyText.filter((name) => name !== "\\"),
    fc.jsonValue({ stringUnit: "binary" }),
  )
  .map((value): Record<string, unknown> => JSON.parse(JSON.stringify(value)));

/** Any row that has ended; what may be absent is absent at times. */
export const anyFinalRow: fc.Arbitrary<FinalRow> = fc
  .tuple(
    fc.record({
      attemptId: anyText,
      requestId: anyText,
      accountId: anyText,
      keyId: anyText,
      model: anyText,
      format: anyText,
      openedAt: count,
      reservedNanoDollars: fc.nat(),
      reservedTokens: fc.record({ input: count, output: count }),
      onCallerGone: fc.constantFrom(...callerGonePolicies),
      usage,
      costNanoDollars: fc.nat(),
      end: fc.constantFrom(...rowEnds),
      settledAt: count,
      state: fc.constantFrom(...finalStates),
    }),
    fc.record(
      {
        ...{ idempotencyKey: anyText, requestedModel: anyText, endUser: anyText, prices, rawUsage },
        sessionId: anyText,
        errorKind: fc.constantFrom(...errorKinds),
        upstreamStatus: fc.nat(999),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([always, atTimes]) => ({ ...always, ...atTimes }));
