import { DatabaseSync, StatementSync } from "node:sqlite";
import { reservationOf, settlementOf } from "@diglot/test-support/rows";
import { describe, expect, it, vi } from "vitest";
import { newPath } from "../test/support.js";
import { createSqliteStore } from "./create-store.js";
import { createGroupCommit } from "./group-commit.js";

/** A table of numbers, the statement that adds one, and those that another connection sees. */
function openNumbers() {
  const path = newPath();
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE numbers (number INTEGER)");
  const insert = database.prepare("INSERT INTO numbers VALUES (?)");
  const other = new DatabaseSync(path);
  const read = other.prepare("SELECT number FROM numbers ORDER BY rowid");
  return {
    database,
    commit: createGroupCommit(database),
    add: (number: number) => insert.run(number),
    committed: () => read.all().map(({ number }) => number),
  };
}

describe("calls of one turn", () => {
  it("are committed together, in their order, and each has its own answer", async () => {
    const { commit, add, committed } = openNumbers();
    const run = vi.spyOn(StatementSync.prototype, "run");
    const answers = [1, 2, 3].map((number) =>
      commit.write(() => {
        add(number);
        return 10 * number;
      }),
    );
    expect(committed()).toEqual([]);
    expect(await answers[0]).toBe(10);
    expect(committed()).toEqual([1, 2, 3]);
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
    // BEGIN and COMMIT once, and for each its own statement between two that set it apart.
    expect(run).toHaveBeenCalledTimes(2 + 3 * 3);
    run.mockRestore();
  });

  it("fail alone, with nothing of theirs written", async () => {
    const { commit, add, committed } = openNumbers();
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map((number) =>
        commit.write(() => {
          add(number);
          if (number === 2) throw new Error("refused");
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(committed()).toEqual([1, 3]);
  });

  it("fail together if SQLite undoes the whole transaction, and the next ones work", async () => {
    const { database, commit, add, committed } = openNumbers();
    const outcomes = await Promise.allSettled([
      commit.write(() => add(1)),
      commit.write(() => {
        database.exec("ROLLBACK");
        throw new Error("disk full");
      }),
      commit.write(() => add(3)),
    ]);
    expect(outcomes).toEqual(
      outcomes.map(() => ({ status: "rejected", reason: new Error("disk full") })),
    );
    await commit.write(() => add(4));
    expect(committed()).toEqual([4]);
  });

  it("are more than one transaction if they are many, and all are committed", async () => {
    const { commit, add, committed } = openNumbers();
    const numbers = Array.from({ length: 250 }, (_, number) => number);
    await Promise.all(numbers.map((number) => commit.write(() => add(number))));
    expect(committed()).toEqual(numbers);
  });
});

describe("the ledger of a store", () => {
  it("refuses one of two reservations of a turn that the budget does not cover, and takes the others", async () => {
    const { ledger, close } = createSqliteStore({ path: newPath() });
    await ledger.credit({ id: "1", accountId: "account", nanoDollars: 15 });
    const others = { accountId: "other" };
    const outcomes = await Promise.allSettled([
      ledger.reserve(reservationOf("1"), 1_000),
      ledger.reserve(reservationOf("2"), 1_000),
      ledger.reserve(reservationOf("3", others), 1_000),
      ledger.settle(settlementOf("1")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
    ]);
    expect(await ledger.balance("account")).toEqual({ limit: 15, spent: 4, reserved: 0 });
    expect(await ledger.balance("other")).toEqual({ spent: 0, reserved: 10 });
    close();
  });

  it("has what was called before the store was closed", async () => {
    const path = newPath();
    const first = createSqliteStore({ path });
    const reserved = first.ledger.reserve(reservationOf("1"), 1_000);
    first.close();
    await reserved;
    const second = createSqliteStore({ path });
    expect(await second.ledger.countOpen()).toBe(1);
    second.close();
  });
});
