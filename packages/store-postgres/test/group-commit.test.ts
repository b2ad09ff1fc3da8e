import type { Ledger } from "@diglot/core";
import { reservationOf, settlementOf } from "@diglot/test-support/rows";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPostgresStore, type PostgresStore, type Query } from "../src/index.js";
import { findServer, openDatabase, storeOn } from "./database.js";
import { driverNames } from "./drivers.js";
import { minute } from "./samples.js";

const server = await findServer();
afterAll(() => server.close());

describe.each(driverNames)(`calls at the same time on ${server.name} through %s`, (driver) => {
  const database = openDatabase(server, driver);
  const { schema } = database;
  const { ledger, migrate } = storeOn(database);
  beforeAll(migrate);
  afterAll(() => database.close());

  /** A store whose statements are counted. `run` may put something between it and the database. */
  function openCounted(run: Query = database.query): { store: PostgresStore; texts: string[] } {
    const texts: string[] = [];
    const query: Query = (text, values) => {
      texts.push(text);
      return run(text, values);
    };
    return { store: createPostgresStore({ query, schema }), texts };
  }

  const reserve = async (on: Ledger, id: string, accountId: string, nanoDollars = 10) =>
    on.reserve(reservationOf(id, { accountId, reservedNanoDollars: nanoDollars }), minute);

  it("share a statement, and each has its own answer", async () => {
    const { store, texts } = openCounted();
    await ledger.credit({ id: `${driver} shared`, accountId: "poor", nanoDollars: 25 });
    const outcomes = await Promise.allSettled([
      reserve(store.ledger, "g1", "poor"),
      reserve(store.ledger, "g2", "rich"),
      reserve(store.ledger, "g3", "poor"),
      reserve(store.ledger, "g4", "poor"),
      store.ledger.settle(settlementOf("g1")),
      store.ledger.release("unknown", 5),
      reserve(store.ledger, "g2", "rich"),
    ]);
    expect(texts).toHaveLength(1);
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...["fulfilled", "fulfilled", "fulfilled", "rejected"],
      ...["fulfilled", "fulfilled", "fulfilled"],
    ]);
    expect(outcomes[3]).toMatchObject({ reason: { kind: "budget_exhausted" } });
    expect(await ledger.balance("poor")).toEqual({ limit: 25, spent: 4, reserved: 10 });
    expect(await ledger.balance("rich")).toEqual({ spent: 0, reserved: 10 });
  });

  it("gather while others are under way, two statements at most", async () => {
    const { store, texts } = openCounted();
    const calls: Promise<void>[] = [];
    for (let number = 0; number < 40; number++) {
      calls.push(reserve(store.ledger, `w${number}`, "gathered"));
      await Promise.resolve().then(() => undefined);
    }
    await Promise.all(calls);
    expect(texts.length).toBeLessThan(6);
    expect(await ledger.balance("gathered")).toEqual({ spent: 0, reserved: 400 });
  });

  it("go one by one if the database refuses the input of one, which fails alone", async () => {
    const { store } = openCounted();
    const outcomes = await Promise.allSettled([
      reserve(store.ledger, "r1", "sound"),
      reserve(store.ledger, "r2", "sound", 1e30),
      reserve(store.ledger, "r3", "sound"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await ledger.balance("sound")).toEqual({ spent: 0, reserved: 20 });
  });

  it("all fail if the answer is lost, and what was done is not done twice", async () => {
    let isLost = true;
    const { store, texts } = openCounted(async (text, values) => {
      const rows = await database.query(text, values);
      if (isLost) throw new Error("The connection was lost.");
      return rows;
    });
    const callAll = () =>
      Promise.allSettled(["l1", "l2", "l3"].map((id) => reserve(store.ledger, id, "lost")));
    const lost = await callAll();
    expect(lost.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(texts).toHaveLength(1);
    isLost = false;
    const repeated = await callAll();
    expect(repeated.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
    expect(await ledger.balance("lost")).toEqual({ spent: 0, reserved: 30 });
  });

  it("make no account that a refusal needed", async () => {
    const { store } = openCounted();
    const members = { accountId: "stranger", requiresBudget: true } as const;
    const outcomes = await Promise.allSettled([
      store.ledger.reserve(reservationOf("q1", members), minute),
      reserve(store.ledger, "q2", "friend"),
      store.ledger.reserve(reservationOf("q3", members), minute),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
    const accounts = await ledger.listAccounts();
    expect(accounts).toContain("friend");
    expect(accounts).not.toContain("stranger");
  });

  it("never wait for each other for ever, in whatever order they name their accounts", async () => {
    const { ledger: one } = openCounted().store;
    const { ledger: other } = openCounted().store;
    const numbers = Array.from({ length: 40 }, (_, index) => index);
    for (let round = 0; round < 5; round++) {
      const idOf = (name: string, number: number) => `${name} ${round} ${number}`;
      const accountOf = (number: number) => `${round} account ${number % 10}`;
      await Promise.all([
        ...numbers.map((number) => reserve(one, idOf("x", number), accountOf(number))),
        ...numbers
          .toReversed()
          .map((number) => reserve(other, idOf("y", number), accountOf(number))),
      ]);
      await Promise.all([
        ...numbers.toReversed().map((number) => one.settle(settlementOf(idOf("y", number)))),
        ...numbers.map((number) => other.settle(settlementOf(idOf("x", number)))),
        ...numbers.map((number) => reserve(other, idOf("z", number), accountOf(number + 5))),
      ]);
      expect(await ledger.balance(accountOf(0))).toEqual({ spent: 32, reserved: 40 });
    }
  });
});
