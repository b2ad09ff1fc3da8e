import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createMemoryKeys,
  type FinalRow,
  type Ledger,
  type LedgerStore,
  withOutbox,
} from "@diglot/core";
import { createSqliteOutbox } from "@diglot/store-sqlite";
import { key } from "@diglot/test-support/key";
import { needsPostgres } from "@diglot/test-support/parts/postgres";
import { pause, until } from "@diglot/test-support/wait";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hello, pauseAfter, say } from "../../upstream/index.js";
import type { Way } from "../upstreams/ways.js";
import { openWorld, send, type World } from "../upstreams/world.js";
import { expectUnavailable, expectWhole, relayedWays, wayTitle } from "./faults.js";
import { openProxied, type ProxiedStore } from "./postgres-behind-proxy.js";

const account = (way: Way) => `${way.caller} ${way.stream}`;
const attemptIdHeader = "x-attempt-id";

function openOn(way: Way, ledger: Ledger): Promise<World> {
  return openWorld(way, {
    upstream: { prices: { input: 3, output: 15 }, attemptIdHeader },
    service: {
      keys: createMemoryKeys([{ key, accountId: account(way) }]),
      ledger,
    },
  });
}

async function rowsOf(records: LedgerStore, way: Way): Promise<readonly FinalRow[]> {
  return (await records.rows({ accountId: account(way), limit: 10_000 })).rows;
}

describe("a PostgreSQL that goes away", needsPostgres, () => {
  let database: ProxiedStore;
  beforeAll(async () => {
    database = await openProxied();
  });
  afterAll(() => database.close());

  describe.each(relayedWays)(`for a moment ${wayTitle}`, (way: Way) => {
    it("L04 L02 after it has settled is asked again, and has counted once", async () => {
      const world = await openOn(way, database.store.ledger);
      world.upstream.reply(say(hello));
      const before = database.proxy.lost();
      database.proxy.loseAnswerTo(".finish(");
      await expectWhole(way, await send(world));
      await world.service.close();
      expect(database.proxy.lost()).toBe(before + 1);
      const rows = await rowsOf(database.direct.ledger, way);
      expect(rows).toMatchObject([{ state: "settled", costNanoDollars: 138_000 }]);
      const balance = await database.direct.ledger.balance(account(way));
      expect(balance).toMatchObject({ spent: 138_000, reserved: 0 });
    });

    it("L01 L04 after it has reserved lets nobody in, and gives the reservation back", async () => {
      const world = await openOn(way, database.store.ledger);
      database.proxy.loseAnswerTo(".reserve(");
      await expectUnavailable(world);
      await until(async () => (await rowsOf(database.direct.ledger, way)).length === 2);
      const [, row] = await rowsOf(database.direct.ledger, way);
      expect(row).toMatchObject({ state: "released", costNanoDollars: 0 });
      const balance = await database.direct.ledger.balance(account(way));
      expect(balance).toMatchObject({ spent: 138_000, reserved: 0 });
    });

    it("K01 L01 lets nobody in, and everybody again when it is back", async () => {
      const { keys, ledger } = database.store;
      const world = await openOn(way, ledger);
      const behind = await openWorld(way, { service: { keys } });
      for (const { upstream } of [world, behind]) upstream.reply(say(hello));
      database.proxy.set(false);
      await expectUnavailable(world);
      await expectUnavailable(behind);
      database.proxy.set(true);
      await expectWhole(way, await send(world));
      expect((await send(behind)).status).toBe(401);
    });
  });
});

/** What came of a load. */
interface Load {
  readonly statuses: readonly number[];
  readonly served: readonly string[];
}

/** Callers that ask again and again, until the test stops them. */
function startLoad(worlds: readonly World[]) {
  let isRunning = true;
  const statuses: number[] = [];
  const callers = [...worlds, ...worlds].map(async (world) => {
    while (isRunning) {
      const response = await send(world);
      await response.text();
      statuses.push(response.status);
      await pause(10);
    }
  });
  return {
    countAnswered: () => statuses.filter((status) => status === 200).length,
    async stop(): Promise<Load> {
      isRunning = false;
      await Promise.all(callers);
      const asked = worlds.flatMap(({ upstream }) => upstream.requests);
      return { statuses, served: asked.map((request) => request.header(attemptIdHeader) ?? "") };
    },
  };
}

/** Ends connections and refuses new ones, again and again, for 2 seconds. */
async function breakOften({ proxy, terminate }: ProxiedStore): Promise<void> {
  for (let round = 0; round < 5; round++) {
    await terminate();
    await pause(100);
    proxy.set(false);
    await pause(200);
    proxy.set(true);
    await pause(100);
  }
}

async function untilNoneOpen(records: LedgerStore): Promise<void> {
  await until(async () => (await records.countOpen()) === 0);
}

/** Compares the ledger with what the upstreams have served. */
async function expectExact(records: LedgerStore, served: readonly string[]): Promise<void> {
  const rows = await Promise.all(relayedWays.map((way) => rowsOf(records, way)));
  const all = rows.flat();
  const ids = all.map(({ attemptId }) => attemptId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(served).size).toBe(served.length);
  const final = new Map(all.map((row) => [row.attemptId, row]));
  expect(served.filter((id) => final.get(id)?.state !== "settled")).toEqual([]);
  const others = all.filter(({ attemptId }) => !served.includes(attemptId));
  expect(others.filter(({ state }) => state !== "released")).toEqual([]);
  for (const way of relayedWays) {
    const ofWay = await rowsOf(records, way);
    const spent = ofWay.reduce((sum, row) => sum + row.costNanoDollars, 0);
    expect(await records.balance(account(way))).toMatchObject({ spent, reserved: 0 });
  }
}

describe("a PostgreSQL that breaks under load", needsPostgres, () => {
  const policies = [
    { policy: "refuses meanwhile", isSpooling: false },
    { policy: "goes on in an outbox", isSpooling: true },
  ] as const;

  it.each(policies)(
    "L01 L02 L04 loses nothing and counts nothing twice, when the service $policy",
    async ({ isSpooling }) => {
      const database = await openProxied();
      onTestFinished(() => database.close());
      const spooling = isSpooling ? openSpooling(database.store.ledger) : undefined;
      const ledger = spooling ?? database.store.ledger;
      const worlds = await Promise.all(relayedWays.map((way) => openOn(way, ledger)));
      for (const { upstream } of worlds) upstream.reply(say(hello, pauseAfter(1, 20)));

      const load = startLoad(worlds);
      await breakOften(database);
      await until(() => load.countAnswered() > 20);
      const { statuses, served } = await load.stop();
      const refused = statuses.filter((status) => status !== 200);
      expect(new Set(refused)).toEqual(new Set(isSpooling ? [] : [503]));
      await until(() => worlds.every(({ timers }) => timers() === 0));
      await until(async () => ((await spooling?.flush()) ?? 0) === 0);
      await untilNoneOpen(database.direct.ledger);
      await expectExact(database.direct.ledger, served);
      await spooling?.close();
    },
  );
});

function openSpooling(ledger: Ledger) {
  const folder = mkdtempSync(join(tmpdir(), "diglot-outbox-"));
  const outbox = createSqliteOutbox({ path: join(folder, "outbox.sqlite") });
  onTestFinished(() => {
    outbox.close();
    rmSync(folder, { recursive: true });
  });
  return withOutbox(ledger, outbox, { timeout: 1_000, retry: 100 });
}
