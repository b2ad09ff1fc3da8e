import type { FinalRow, LedgerStore } from "@diglot/core";
import { assertEqual, assertThat } from "../assert.js";
import { type ContractTests, forEachNumber, openBoth, type Subject } from "../contract.js";
import { briefLease, minute, passBriefLease } from "../ledger/steps.js";
import { noon, oddNames, reservationOf, settledRowOf, settlementOf } from "../samples.js";

/** What `rows` and the cursors promise. */
export const rowsTests: ContractTests<Subject<LedgerStore>> = {
  async "rows: says where to go on when there is nothing yet"({ store }) {
    const empty = await store.rows();
    assertEqual(empty.rows, [], "the rows of an empty store");
    await store.reserve(reservationOf("1"), minute);
    const still = await store.rows({ after: empty.next });
    assertEqual(still.rows, [], "the rows while one is open");
    await store.settle(settlementOf("1"));
    const { rows } = await store.rows({ after: still.next });
    assertEqual(rows, [settledRowOf("1")], "the rows after the cursor");
  },
  async "rows: come in the order in which they became final"(subject) {
    const { store } = subject;
    for (const id of ["1", "2", "3", "4"]) await store.reserve(reservationOf(id), minute);
    await store.reserve(reservationOf("5"), briefLease);
    await store.settle(settlementOf("3"));
    await store.release("1", noon - 5);
    await passBriefLease(subject);
    await store.recover();
    await store.record(settledRowOf("6"));
    await store.record(settledRowOf("4"));
    await store.settle(settlementOf("2", { settledAt: noon - 9 }));
    assertEqual(idsOf((await store.rows()).rows), ["3", "1", "5", "6", "4", "2"], "the rows");
  },
  async "rows: can be read page by page, without a gap or a repetition"({ store }) {
    const ids = await recordMany(store, 23);
    for (const limit of [1, 2, 5, 22, 23, 24, 10_000]) {
      assertEqual(idsOf(await readAll(store, { limit })), ids, `the rows, ${limit} at a time`);
    }
  },
  async "rows: have at most the asked number on a page"({ store }) {
    await recordMany(store, 5);
    const first = await store.rows({ limit: 3 });
    assertEqual(first.rows.length, 3, "the rows of the first page");
    const second = await store.rows({ limit: 3, after: first.next });
    assertEqual(second.rows.length, 2, "the rows of the second page");
    const third = await store.rows({ limit: 3, after: second.next });
    assertEqual(third.rows, [], "the rows of the third page");
  },
  async "rows: have 1,000 on a page unless another number is asked for"({ store }) {
    await forEachNumber(1_001, 20, (index) => store.record(settledRowOf(`${index}`)));
    const first = await store.rows();
    assertEqual(first.rows.length, 1_000, "the rows of the first page");
    const second = await store.rows({ after: first.next });
    assertEqual(second.rows.length, 1, "the rows of the second page");
  },
  async "rows: can be read of one account, whatever it is called"({ store }) {
    for (const [index, accountId] of oddNames.entries()) {
      await store.record(settledRowOf(`a${index}`, { accountId }));
      await store.record(settledRowOf(`b${index}`, { accountId }));
    }
    for (const [index, accountId] of oddNames.entries()) {
      const rows = await readAll(store, { accountId, limit: 1 });
      assertEqual(idsOf(rows), [`a${index}`, `b${index}`], `the rows of ${accountId}`);
    }
    assertEqual(await readAll(store, { accountId: "nobody" }), [], "the rows of nobody");
  },
  async "rows: a cursor of one account goes on behind the last row of that page"({ store }) {
    for (const [index, accountId] of ["a", "b", "a", "b", "a"].entries()) {
      await store.record(settledRowOf(`${index}`, { accountId }));
    }
    const first = await store.rows({ accountId: "a", limit: 2 });
    assertEqual(idsOf(first.rows), ["0", "2"], "the first page");
    const second = await store.rows({ accountId: "a", limit: 2, after: first.next });
    assertEqual(idsOf(second.rows), ["4"], "the second page");
    await store.record(settledRowOf("5", { accountId: "b" }));
    await store.record(settledRowOf("6", { accountId: "a" }));
    const third = await store.rows({ accountId: "a", after: second.next });
    assertEqual(idsOf(third.rows), ["6"], "the third page");
  },
  async "rows: keep a cursor valid, also after a long time"({ store }) {
    await recordMany(store, 3);
    const { next } = await store.rows({ limit: 2 });
    await store.record(settledRowOf("later"));
    for (let round = 0; round < 2; round++) {
      const { rows } = await store.rows({ after: next });
      assertEqual(idsOf(rows), ["2", "later"], "the rows behind an old cursor");
    }
  },
  async "rows: none appears before a cursor while others write"(subject) {
    const [one, other] = await openBoth(subject);
    const count = 200;
    let writing = true;
    const write = writeRows(one, other, count).finally(() => {
      writing = false;
    });
    const read: string[] = [];
    let after: string | undefined;
    for (let last = false; !last; ) {
      last = !writing;
      const page = await one.rows({ after, limit: 7 });
      read.push(...idsOf(page.rows));
      after = page.next;
      if (page.rows.length > 0) last = false;
    }
    await write;
    assertEqual(read.length, count, "the rows that a reader beside the writers has read");
    assertEqual(new Set(read).size, count, "the different ones of them");
    assertEqual(read, idsOf(await readAll(one, {})), "their order");
  },
  async "cursors: are kept by name"(subject) {
    const [one, other] = await openBoth(subject);
    assertEqual(await one.readCursor("reader"), undefined, "a cursor that nobody wrote");
    await one.writeCursor("reader", "17");
    await one.writeCursor("reader", "18");
    await one.writeCursor("another", "3");
    assertEqual(await other.readCursor("reader"), "18", "the cursor of reader");
    assertEqual(await other.readCursor("another"), "3", "the cursor of another");
  },
  async "cursors: take every name and every text"({ store }) {
    for (const name of oddNames) await store.writeCursor(name, `${name} ${name}`);
    for (const name of oddNames) {
      assertEqual(await store.readCursor(name), `${name} ${name}`, `the cursor of ${name}`);
    }
  },
};

/** Ends rows in all ways, through two handles, several at once. */
async function writeRows(one: LedgerStore, other: LedgerStore, count: number): Promise<void> {
  await forEachNumber(count, 8, async (number) => {
    const [store, id] = [number % 2 === 0 ? one : other, `${number}`];
    if (number % 3 === 0) return store.record(settledRowOf(id));
    await store.reserve(reservationOf(id), minute);
    return number % 3 === 1 ? store.settle(settlementOf(id)) : store.release(id, noon);
  });
}

async function recordMany(store: LedgerStore, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, index) => `${index}`);
  for (const id of ids) await store.record(settledRowOf(id));
  return ids;
}

/** All rows, page by page. */
async function readAll(
  store: LedgerStore,
  query: { readonly limit?: number; readonly accountId?: string },
): Promise<readonly FinalRow[]> {
  const rows: FinalRow[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < 100; pages++) {
    const page = await store.rows({ ...query, after });
    if (page.rows.length === 0) return rows;
    rows.push(...page.rows);
    after = page.next;
  }
  assertThat(false, "The rows never end: `next` does not move on.");
  return rows;
}

function idsOf(rows: readonly FinalRow[]): readonly string[] {
  return rows.map(({ attemptId }) => attemptId);
}
