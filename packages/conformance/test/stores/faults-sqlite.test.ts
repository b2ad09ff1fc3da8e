import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type AttemptRow, createMemoryKeys, createMemoryLedger, withOutbox } from "@diglot/core";
import { createSqliteOutbox, createSqliteStore } from "@diglot/store-sqlite";
import { key } from "@diglot/test-support/key";
import { mountSmallDisk, needsSmallDisk } from "@diglot/test-support/parts/small-disk";
import { until } from "@diglot/test-support/wait";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { hello, pauseAfter, say } from "../../upstream/index.js";
import { createTimeByHand } from "../time.js";
import { untilText, type Way } from "../upstreams/ways.js";
import { openWorld, send, type World } from "../upstreams/world.js";
import { expectUnavailable, expectWhole, failing, fewWays, wayTitle } from "./faults.js";

const prices = { input: 3, output: 15 };
const keys = createMemoryKeys([{ key, accountId: "ada" }]);

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "diglot-faults-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Opens a store that waits for a locked file only for a moment; SQLite itself waits in real time. */
function openImpatiently(path: string): ReturnType<typeof createSqliteStore> {
  const { exec } = DatabaseSync.prototype;
  const spy = vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (
    this: DatabaseSync,
    statements,
  ) {
    exec.call(this, statements.replace(/busy_timeout = \d+/, "busy_timeout = 20"));
  });
  const store = createSqliteStore({ path });
  expect(spy).toHaveBeenCalledWith(expect.stringMatching(/busy_timeout = \d+/));
  spy.mockRestore();
  return store;
}

/** A store in a file, and another connection to the same file, which spoils it. */
function openStore() {
  const path = join(newFolder(), "ledger.sqlite");
  const store = openImpatiently(path);
  const other = new DatabaseSync(path);
  onTestFinished(() => {
    other.close();
    store.close();
  });
  return { store, other };
}

/** How a file fails, and how it is repaired. */
interface FileFault {
  readonly name: string;
  readonly spoil: string;
  readonly repair: string;
}

const fileFaults: readonly FileFault[] = [
  { name: "is locked by another program", spoil: "BEGIN IMMEDIATE", repair: "ROLLBACK" },
  {
    name: "breaks a constraint",
    spoil: `CREATE TRIGGER broken_insert BEFORE INSERT ON attempts
      BEGIN SELECT RAISE(ABORT, 'constraint failed'); END;
      CREATE TRIGGER broken_update BEFORE UPDATE ON attempts
      BEGIN SELECT RAISE(ABORT, 'constraint failed'); END;`,
    repair: "DROP TRIGGER broken_insert; DROP TRIGGER broken_update;",
  },
];

describe.each(fewWays)(`a file ${wayTitle}`, (way: Way) => {
  it.each(fileFaults)("L05 that $name lets nobody in until it is repaired", async (fault) => {
    const { store, other } = openStore();
    const time = createTimeByHand();
    const world = await openWorld(way, { time, service: { ledger: store.ledger, keys } });
    world.upstream.reply(say(hello));
    other.exec(fault.spoil);
    await expectUnavailable(world);
    other.exec(fault.repair);
    await expectWhole(way, send(world));
    await time.during(until(async () => (await store.ledger.balance("ada")).reserved === 0));
    const { rows } = await store.ledger.rows();
    expect(rows.filter(({ state }) => state === "settled")).toHaveLength(1);
  });

  it.each(fileFaults)("L05 that $name at the settlement leaves the answer alone", async (fault) => {
    const { store, other } = openStore();
    const time = createTimeByHand();
    const world = await openWorld(way, {
      time,
      upstream: { prices },
      service: { ledger: store.ledger, keys },
    });
    world.upstream.reply(say(hello, pauseAfter(way.stream ? untilText(way) : 0, 200)));
    const answer = send(world);
    await until(() => world.upstream.requests.length === 1);
    other.exec(fault.spoil);
    await time.during(expectWhole(way, answer));
    expect(await store.ledger.countOpen()).toBe(1);
    other.exec(fault.repair);
    await time.during(until(async () => (await store.ledger.countOpen()) === 0));
    expect((await store.ledger.rows()).rows).toMatchObject([{ costNanoDollars: 138_000 }]);
    expect(await store.ledger.balance("ada")).toEqual({ spent: 138_000, reserved: 0 });
  });

  it("L01 is down, and the row is in the outbox before the model is asked", async () => {
    const path = join(newFolder(), "outbox.sqlite");
    const outbox = createSqliteOutbox({ path });
    const records = createMemoryLedger();
    const { ledger, faults } = failing(records);
    const spooling = withOutbox(ledger, outbox, { retry: 50 });
    const world = await openWorld(way, {
      upstream: { prices, attemptIdHeader: "x-attempt-id" },
      service: { ledger: spooling, keys },
    });
    const found: (readonly AttemptRow[])[] = [];
    world.upstream.reply((request) => {
      found.push(readOutbox(path));
      expect(found[0]?.[0]?.attemptId).toBe(request.header("x-attempt-id"));
      return say(hello)(request);
    });
    faults.reserve = "rejects";
    faults.release = "rejects";
    faults.record = "rejects";
    await expectWhole(way, await send(world));
    expect(found).toMatchObject([[{ state: "open", accountId: "ada" }]]);
    await until(() => readOutbox(path)[0]?.state === "settled");
    expect(records.all()).toEqual([]);
    for (const name of ["reserve", "release", "record"] as const) delete faults[name];
    await until(() => readOutbox(path).length === 0);
    expect(records.all()).toMatchObject([{ state: "settled", costNanoDollars: 138_000 }]);
    await world.service.close();
    await spooling.close();
    outbox.close();
  });
});

/** What is in the file of an outbox, as another program reads it. */
function readOutbox(path: string): readonly AttemptRow[] {
  const file = new DatabaseSync(path, { readOnly: true });
  const rows = file.prepare("SELECT attempt FROM outbox ORDER BY number").all();
  file.close();
  return rows.map(({ attempt }) => JSON.parse(String(attempt)));
}

/** Takes all the room that is left. */
function fill(file: string): void {
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch {
      // There is no room for so many bytes any more.
    }
  }
}

describe.each(fewWays)(`a disk ${wayTitle}`, needsSmallDisk, (way: Way) => {
  it("L05 that is full lets nobody in and delays no answer, and takes what is owed when there is room", async () => {
    const { folder: disk, remove } = mountSmallDisk();
    onTestFinished(remove);
    const store = createSqliteStore({ path: join(disk, "ledger.sqlite") });
    onTestFinished(() => store.close());
    const filler = join(disk, "filler");
    const time = createTimeByHand();
    const world = await openWorld(way, {
      time,
      upstream: { prices },
      service: { ledger: store.ledger, keys },
    });
    world.upstream.reply(say(hello, pauseAfter(way.stream ? untilText(way) : 0, 200)));
    const answer = send(world);
    await until(() => world.upstream.requests.length === 1);
    fill(filler);
    await time.during(expectWhole(way, answer));
    // What fits into the pages that are there already is still taken.
    await time.during(until(() => isRefused(world)));
    await expectUnavailable(world);
    rmSync(filler);
    const untilNoneOpen = () => until(async () => (await store.ledger.countOpen()) === 0);
    await time.during(untilNoneOpen());
    await time.during(expectWhole(way, send(world)));
    await time.during(untilNoneOpen());
    const { rows } = await store.ledger.rows();
    const settled = rows.filter(({ state }) => state === "settled");
    expect(settled).toHaveLength(world.upstream.requests.length);
    const spent = settled.length * 138_000;
    expect(await store.ledger.balance("ada")).toEqual({ spent, reserved: 0 });
  });
});

async function isRefused(world: World): Promise<boolean> {
  const response = await send(world);
  await response.text();
  return response.status === 503;
}
