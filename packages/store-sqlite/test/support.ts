import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  callerGonePolicies,
  errorKinds,
  type FinalRow,
  finalStates,
  rowEnds,
  usageSources,
} from "@diglot/core";
import fc from "fast-check";
import { onTestFinished } from "vitest";

/** The path of a file that is not there yet, in a folder that goes with the test. */
export function newPath(name = "diglot.sqlite"): string {
  const folder = mkdtempSync(join(tmpdir(), "store-sqlite-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

const count = fc.nat(1_000_000);
const money = fc.oneof(count, fc.constant(2 ** 49));
const price = fc.double({ min: 0, max: 100, noNaN: true, noDefaultInfinity: true }).map(Math.abs);
/** Ids as a service has them: text without control characters. */
const id = fc.oneof(
  fc.constantFrom("a", "A", "a ", "a!", 'a"b', "a\\", "é", "e\u0301", "値😀", "\ufb01", "'; --"),
  fc.stringMatching(/^[a-z]{1,3}$/),
);
const source = fc.constantFrom(...usageSources);
const kinds = <T>(value: fc.Arbitrary<T>) =>
  fc.record({
    input: value,
    cacheRead: value,
    cacheWrite: value,
    cacheWriteLong: value,
    output: value,
    reasoning: value,
  });
const prices = fc.record(
  { input: price, output: price, cacheRead: price, cacheWriteLong: price },
  { requiredKeys: ["input", "output"], noNullPrototype: true },
);
const json = fc
  .dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" }), {
    noNullPrototype: true,
  })
  .map((value) => JSON.parse(JSON.stringify(value)));

/** Any final row with this id; what may be absent is absent in some. */
export function finalRowOf(attemptId: string): fc.Arbitrary<FinalRow> {
  const always = fc.record({
    attemptId: fc.constant(attemptId),
    requestId: fc.string({ unit: "binary" }),
    accountId: id,
    keyId: id,
    model: id,
    format: fc.constantFrom("messages", "chat-completions"),
    openedAt: fc.integer({ min: 0, max: 3 * 86_400_000 }),
    reservedNanoDollars: money,
    reservedTokens: fc.record({ input: count, output: count }, { noNullPrototype: true }),
    onCallerGone: fc.constantFrom(...callerGonePolicies),
    usage: fc
      .tuple(kinds(count), kinds(source))
      .map(([counts, sources]) => ({ ...counts, sources: { ...sources } })),
    costNanoDollars: money,
    end: fc.constantFrom(...rowEnds),
    settledAt: fc.integer({ min: 0 }),
    state: fc.constantFrom(...finalStates),
  });
  const atTimes = fc.record(
    {
      ...{
        idempotencyKey: fc.string(),
        requestedModel: fc.string(),
        endUser: fc.string(),
        sessionId: fc.constantFrom("s-1", "s-2"),
        prices,
        rawUsage: json,
      },
      errorKind: fc.constantFrom(...errorKinds),
      upstreamStatus: fc.nat(999),
    },
    { requiredKeys: [] },
  );
  return fc.tuple(always, atTimes).map(([first, others]) => ({ ...first, ...others }));
}

/** Some final rows, each with an id of its own. */
export const finalRows: fc.Arbitrary<readonly FinalRow[]> = fc
  .nat(12)
  .chain((length) =>
    fc.tuple(...Array.from({ length }, (_, index) => finalRowOf(`attempt ${index}`))),
  );
