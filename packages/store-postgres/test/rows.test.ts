import { type FinalRow, sumUsage, type UsageGroup } from "@diglot/core";
import { needsPostgres } from "@diglot/test-support/parts/postgres";
import { reservationOf, settlementOf } from "@diglot/test-support/rows";
import { repeats } from "@diglot/test-support/seed";
import { until } from "@diglot/test-support/wait";
import fc from "fast-check";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPostgresStore } from "../src/index.js";
import { findServer, openDatabase, storeOn } from "./database.js";
import { driverNames } from "./drivers.js";
import { anyFinalRow, anyText, minute } from "./samples.js";

const server = await findServer();
afterAll(() => server.close());

describe.each(driverNames)(`final rows on ${server.name} through %s`, (driver) => {
  const database = openDatabase(server, driver);
  const { ledger, migrate } = storeOn(database);
  beforeAll(migrate);
  afterAll(() => database.close());

  it("come back as they were written, whatever their texts hold", async () => {
    let { next } = await ledger.rows();
    let number = 0;
    const property = fc.asyncProperty(anyFinalRow, async (anyRow) => {
      const row = { ...anyRow, attemptId: `${number++} ${anyRow.attemptId}` };
      await ledger.record(row);
      // Any other transaction that is open on this server delays the row, not only its order.
      const page = await until(async () => {
        const found = await ledger.rows({ after: next });
        return found.rows.length > 0 && found;
      });
      next = page.next;
      expect(page.rows).toEqual([row]);
    });
    await fc.assert(property, { numRuns: repeats(100, 2_000) });
  });

  it("come page by page, each once, and of one account if asked", async () => {
    const start = (await ledger.rows({ limit: 10_000 })).next;
    const ids = Array.from({ length: 7 }, (_, index) => `page ${index}`);
    for (const [index, id] of ids.entries()) {
      await ledger.record(finalRow(id, { accountId: index % 2 === 0 ? "even" : "odd" }));
    }
    const first = await ledger.rows({ after: start, limit: 4 });
    const second = await ledger.rows({ after: first.next, limit: 4 });
    expect([...first.rows, ...second.rows].map(({ attemptId }) => attemptId)).toEqual(ids);
    const odd = await ledger.rows({ after: start, accountId: "odd" });
    expect(odd.rows.map(({ attemptId }) => attemptId)).toEqual(["page 1", "page 3", "page 5"]);
    const { rows, next } = await ledger.rows({ after: second.next });
    expect({ rows, next }).toEqual({ rows: [], next: second.next });
  });

  it.each(["x", "1", "-1:a", ":", "99999999999999999999:a"])(
    "refuse the cursor %j",
    async (after) => {
      await expect(ledger.rows({ after })).rejects.toThrow(TypeError);
    },
  );

  it.each([0, 1.5, 10_001])("refuse a page of %d", async (limit) => {
    await expect(ledger.rows({ limit })).rejects.toThrow(TypeError);
  });

  it("keep the cursors of named readers", async () => {
    expect(await ledger.readCursor("export")).toBeUndefined();
    await ledger.writeCursor("export", "1:a\u0000");
    await ledger.writeCursor("export", "2:b\u0000");
    expect(await ledger.readCursor("export")).toBe("2:b\u0000");
  });
});

describe(`usage on ${server.name}`, () => {
  const database = openDatabase(server, "pg");
  const { ledger, migrate } = storeOn(database);
  beforeAll(migrate);
  afterAll(() => database.close());

  const name = fc.constantFrom("a", "a!", 'a"', "a\\", "B", "é", "\uffee", "🙂", "");
  const row = fc.record({
    accountId: name,
    keyId: name,
    model: name,
    openedAt: fc.nat(3 * 86_400_000),
    state: fc.constantFrom("settled", "released", "recovered"),
    costNanoDollars: fc.nat(),
  });
  const query = fc.record({
    accountId: fc.option(name, { nil: undefined }),
    from: fc.oneof(fc.nat(4 * 86_400_000), fc.constant(Number.NEGATIVE_INFINITY)),
    to: fc.oneof(
      fc.double({ min: 0, max: 4e8, noNaN: true }),
      fc.constant(Number.POSITIVE_INFINITY),
    ),
    groupBy: fc.uniqueArray(
      fc.constantFrom<UsageGroup>("day", "model", "key", "account", "end_user", "session"),
    ),
  });

  it("is summed as in memory, in the same order", async () => {
    const rows: FinalRow[] = [];
    const property = fc.asyncProperty(
      fc.array(row, { maxLength: 5 }),
      fc.array(query, { minLength: 1, maxLength: 5 }),
      async (newRows, queries) => {
        for (const { state, costNanoDollars, ...members } of newRows) {
          const added = finalRow(`${rows.length}`, members, { costNanoDollars, state });
          rows.push(added);
          await ledger.record(added);
        }
        for (const asked of queries)
          expect(await ledger.usage(asked)).toEqual(sumUsage(rows, asked));
      },
    );
    await fc.assert(property, { numRuns: repeats(50, 1_000) });
  });

  it("leaves open rows out", async () => {
    const accountId = "open";
    await ledger.reserve(reservationOf("open", { accountId }), minute);
    expect(await ledger.usage({ accountId, from: 0, to: 1e9, groupBy: [] })).toEqual([]);
  });

  it("asks for an account of any name", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (accountId) => {
        expect(await ledger.balance(accountId)).toMatchObject({ reserved: 0 });
      }),
      { numRuns: repeats(30, 600) },
    );
  });
});

describe(`a reader of final rows on ${server.name}`, needsPostgres, () => {
  const database = openDatabase(server, "pg");
  const { ledger, migrate } = storeOn(database);
  const other = new Client({ connectionString: server.url });
  beforeAll(async () => {
    await migrate();
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await database.close();
  });

  it("never misses a row of an older transaction that ends after a younger one", async () => {
    const older = createPostgresStore({
      schema: database.schema,
      query: async (text, values) => (await other.query(text, [...values])).rows,
    });
    await other.query("BEGIN");
    await older.ledger.record(finalRow("older"));
    await ledger.record(finalRow("younger", { accountId: "another" }));
    const during = await ledger.rows();
    expect(during.rows).toEqual([]);
    await other.query("COMMIT");
    const after = await ledger.rows({ after: during.next });
    expect(after.rows.map(({ attemptId }) => attemptId)).toEqual(["older", "younger"]);
  });

  it("sees each row once and in one order, while others write", async () => {
    const start = (await ledger.rows()).next;
    const ids = Array.from({ length: 300 }, (_, index) => `w${index}`);
    let isWriting = true;
    const written = Promise.all(
      ids.map((id) => ledger.record(finalRow(id, { accountId: `${id.length} ${id.at(-1)}` }))),
    ).finally(() => {
      isWriting = false;
    });
    const read: string[] = [];
    for (let after = start, isLast = false; !isLast; ) {
      isLast = !isWriting;
      const page = await ledger.rows({ after, limit: 11 });
      read.push(...page.rows.map(({ attemptId }) => attemptId));
      after = page.next;
      if (page.rows.length > 0) isLast = false;
    }
    await written;
    const all = (await ledger.rows({ after: start })).rows.map(({ attemptId }) => attemptId);
    expect(read).toEqual(all);
    expect(read.toSorted()).toEqual(ids.toSorted());
  });
});

function finalRow(
  attemptId: string,
  members: Parameters<typeof reservationOf>[1] = {},
  ending: Partial<FinalRow> = {},
): FinalRow {
  return {
    ...reservationOf(attemptId, members),
    ...settlementOf(attemptId),
    state: "settled",
    ...ending,
  };
}
