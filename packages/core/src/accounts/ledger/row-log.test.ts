import { repeats } from "@diglot/test-support/seed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settledRowOf } from "../../../test/rows.js";
import { createRowLog } from "./row-log.js";

function logOf(rows: number, keep = Number.POSITIVE_INFINITY) {
  const log = createRowLog(keep);
  for (let id = 0; id < rows; id++) {
    log.push(settledRowOf(`${id}`, { accountId: id % 2 === 0 ? "even" : "odd" }));
  }
  return log;
}

const idsOf = (rows: readonly { readonly attemptId: string }[]) =>
  rows.map(({ attemptId }) => Number(attemptId));

describe("a log of final rows", () => {
  it("keeps the newest rows and drops the others", () => {
    const log = logOf(5_000, 1_200);
    expect(idsOf(log.all())).toEqual(Array.from({ length: 1_200 }, (_, index) => 3_800 + index));
    expect([log.has("3799"), log.has("3800")]).toEqual([false, true]);
  });

  it("is read page by page, and continues with rows that were added meanwhile", () => {
    const log = logOf(5);
    const first = log.page({ limit: 3 });
    const second = log.page({ limit: 3, after: first.next });
    log.push(settledRowOf("5"));
    const third = log.page({ limit: 3, after: second.next });
    expect([first, second, third].map(({ rows }) => idsOf(rows))).toEqual([[0, 1, 2], [3, 4], [5]]);
    expect(log.page({ after: third.next })).toEqual({ rows: [], next: third.next });
  });

  it("returns full pages of one account although rows of others are in between", () => {
    const log = logOf(10);
    const first = log.page({ limit: 3, accountId: "odd" });
    expect(idsOf(first.rows)).toEqual([1, 3, 5]);
    expect(idsOf(log.page({ limit: 3, accountId: "odd", after: first.next }).rows)).toEqual([7, 9]);
  });

  it("continues with the oldest row that is kept when the rows after a cursor were dropped", () => {
    const log = logOf(10, 3_000);
    const { next } = log.page({});
    for (let id = 10; id < 9_000; id++) log.push(settledRowOf(`${id}`));
    expect(idsOf(log.page({ after: next, limit: 2 }).rows)).toEqual([6_000, 6_001]);
  });

  it("reads every row once for any page sizes, whatever is dropped behind the reader", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 5, maxLength: 30 });
    fc.assert(
      fc.property(sizes, (limits) => {
        const log = createRowLog(1_500);
        const read: number[] = [];
        let pushed = 0;
        let after: string | undefined;
        for (const limit of limits) {
          for (let more = 0; more < limit; more++) log.push(settledRowOf(`${pushed++}`));
          const page = log.page({ limit, after });
          read.push(...idsOf(page.rows));
          after = page.next;
        }
        expect(read).toEqual(Array.from({ length: pushed }, (_, index) => index));
      }),
      { numRuns: repeats(30, 600) },
    );
  });

  it("takes every limit and cursor that it names, and no other", () => {
    const log = logOf(2_000);
    expect(log.page({}).rows).toHaveLength(1_000);
    expect(log.page({ limit: 10_000 }).rows).toHaveLength(2_000);
    expect(log.page({ limit: 1 }).rows).toHaveLength(1);
    expect(log.page({ after: "9".repeat(15) }).rows).toEqual([]);
    expect(() => log.page({ limit: 0 })).toThrow(
      '"limit" must be a whole number from 1 to 10,000, not 0.',
    );
    for (const after of ["x", "1x", "x1", "", "9".repeat(16)]) {
      expect(() => log.page({ after })).toThrow(
        `${JSON.stringify(after)} is not a cursor of this ledger.`,
      );
    }
  });

  it.each([{ after: "x" }, { after: "-1" }, { limit: 0 }, { limit: 1.5 }, { limit: 10_001 }])(
    "refuses %j",
    (query) => {
      expect(() => logOf(3).page(query)).toThrow(TypeError);
    },
  );
});
