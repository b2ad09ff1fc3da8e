import { type AttemptRow, type Outbox, openRow } from "@diglot/core";
import { assertEqual } from "./assert.js";
import {
  type ContractCase,
  type ContractTests,
  type CreateSubject,
  forEachNumber,
  type Subject,
  toCases,
} from "./contract.js";
import { fullPrices, oddNames, reservationOf, settledRowOf } from "./samples.js";

/** An empty outbox. */
export interface OutboxSubject extends Subject<Outbox> {
  /**
   * Leaves the outbox as the end of its process would, and opens it again. Absent: it is not
   * durable, and the cases read it as it is.
   */
  reopen?(): Promise<Outbox> | Outbox;
}

/** A case for every sentence of core's port `Outbox`. */
export function outboxContract(create: CreateSubject<OutboxSubject>): readonly ContractCase[] {
  return toCases(create, outboxTests);
}

const outboxTests: ContractTests<OutboxSubject> = {
  async "put: keeps rows, the oldest first, also over the end of the process"(subject) {
    const rows = [rowOf("3"), settledRowOf("1"), rowOf("2")];
    for (const row of rows) await subject.store.put(row);
    await assertRows(subject.store, rows);
    await assertRows(await reopen(subject), rows);
  },
  async "put: keeps every member of a row, whatever it says"(subject) {
    const members = {
      prices: fullPrices,
      idempotencyKey: "it's",
      requestedModel: "alias",
      endUser: "ada",
      sessionId: "session-1",
    };
    const failure = { errorKind: "overloaded", upstreamStatus: 529 } as const;
    const rows: readonly AttemptRow[] = [
      { ...rowOf("open", members), observed: { input: 3, output: 2 } },
      settledRowOf("final", members, {
        rawUsage: { text: "a\u0000b\nc", list: [1.5, null] },
        ...failure,
      }),
      ...oddNames.map((name) => rowOf(name, { accountId: name, model: name })),
    ];
    for (const row of rows) await subject.store.put(row);
    await assertRows(await reopen(subject), rows);
  },
  async "put: replaces the row with the same attempt id"(subject) {
    await subject.store.put(rowOf("1"));
    await subject.store.put(settledRowOf("1"));
    await assertRows(subject.store, [settledRowOf("1")]);
    await assertRows(await reopen(subject), [settledRowOf("1")]);
  },
  async "put: keeps all of many at once"(subject) {
    const ids = Array.from({ length: 50 }, (_, index) => `${index}`);
    await Promise.all(ids.map((id) => subject.store.put(rowOf(id))));
    const outbox = await reopen(subject);
    const listed = (await outbox.list(1_000)).map(({ attemptId }) => attemptId);
    assertEqual([...listed].sort(), [...ids].sort(), "the listed rows");
    assertEqual(await outbox.count(), 50, "the count");
  },
  async "list: has at most the asked number of rows"({ store }) {
    for (const id of ["1", "2", "3"]) await store.put(rowOf(id));
    assertEqual(await store.list(2), [rowOf("1"), rowOf("2")], "two rows");
    assertEqual(await store.list(1), [rowOf("1")], "one row");
  },
  async "list: is empty in an empty outbox"(subject) {
    await assertRows(subject.store, []);
    await assertRows(await reopen(subject), []);
  },
  async "remove: takes a row out for good, and no other"(subject) {
    for (const id of ["1", "2", "3"]) await subject.store.put(rowOf(id));
    await subject.store.remove("2");
    await subject.store.remove("2");
    await subject.store.remove("nobody");
    await assertRows(subject.store, [rowOf("1"), rowOf("3")]);
    await assertRows(await reopen(subject), [rowOf("1"), rowOf("3")]);
  },
  async "remove: takes every name"(subject) {
    for (const name of oddNames) await subject.store.put(rowOf(name));
    for (const name of oddNames) await subject.store.remove(name);
    await assertRows(await reopen(subject), []);
  },
  async "put: stays right over many rows that come and go"(subject) {
    await forEachNumber(200, 4, async (number) => {
      await subject.store.put(rowOf(`${number}`));
      if (number % 10 !== 0) await subject.store.remove(`${number}`);
    });
    const outbox = await reopen(subject);
    assertEqual(await outbox.count(), 20, "the count");
    assertEqual((await outbox.list(1_000)).length, 20, "the number of listed rows");
  },
};

function rowOf(attemptId: string, members: Parameters<typeof reservationOf>[1] = {}) {
  return openRow(reservationOf(attemptId, members));
}

async function reopen(subject: OutboxSubject): Promise<Outbox> {
  return (await subject.reopen?.()) ?? subject.store;
}

async function assertRows(outbox: Outbox, rows: readonly AttemptRow[]): Promise<void> {
  assertEqual(await outbox.list(1_000), rows, "the rows");
  assertEqual(await outbox.count(), rows.length, "the count");
}
