import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, createMemoryKeys, type Keys } from "@diglot/core";
import { createSqliteStore } from "@diglot/store-sqlite";
import { key } from "@diglot/test-support/key";
import { pause, until } from "@diglot/test-support/wait";
import { describe, expect, it, onTestFinished } from "vitest";
import { hello, pauseAfter, say } from "../../upstream/index.js";
import { createTimeByHand } from "../time.js";
import { untilText, type Way } from "../upstreams/ways.js";
import { openWorld, send } from "../upstreams/world.js";
import {
  expectUnavailable,
  expectWhole,
  fail,
  fewWays,
  lateness,
  outages,
  relayedWays,
  type StoreFault,
  wayTitle,
} from "./faults.js";

const ledgerTimes = { reserve: 60 };

/** Keys that fail as the test says. */
function failingKeys(clock: Clock): { readonly keys: Keys; become(fault?: StoreFault): void } {
  const known = createMemoryKeys([{ key }]);
  let current: StoreFault | undefined;
  return {
    keys: { find: (asked) => fail(current, async () => known.find(asked), clock) },
    become(fault) {
      current = fault;
    },
  };
}

/** Two handles on the keys of one file, as two instances have them. */
function openKeys() {
  const folder = mkdtempSync(join(tmpdir(), "diglot-keys-"));
  const stores = [1, 2].map(() => createSqliteStore({ path: join(folder, "ledger.sqlite") }));
  const [first, second] = stores;
  if (!first || !second) throw new Error("There are two.");
  onTestFinished(() => {
    for (const store of stores) store.close();
    rmSync(folder, { recursive: true });
  });
  return { first: first.keys, second: second.keys, close: () => first.close() };
}

describe.each(relayedWays)(`a key store ${wayTitle}`, (way: Way) => {
  it.each(outages)(
    "K01 that %s lets nobody in, and everybody again when it works",
    async (fault) => {
      const time = createTimeByHand();
      const { keys, become } = failingKeys(time.clock);
      const world = await openWorld(way, { time, service: { keys, ledgerTimes } });
      world.upstream.reply(say(hello));
      become(fault);
      await expectUnavailable(world);
      expect(world.ledger.all()).toEqual([]);
      become();
      await expectWhole(way, await send(world));
      expect(world.ledger.all()).toHaveLength(1);
    },
  );

  it("K01 whose file is closed lets nobody in", async () => {
    const { first, close } = openKeys();
    await first.issue({ accountId: "ada", secret: key });
    const world = await openWorld(way, { service: { keys: first } });
    close();
    await expectUnavailable(world);
  });

  it("K02 that revokes a key in mid-answer lets it end, and nobody in afterwards, on every instance", async () => {
    const { first, second } = openKeys();
    const issued = await first.issue({ accountId: "ada", secret: key });
    const time = createTimeByHand();
    const worlds = [
      await openWorld(way, { time, service: { keys: first } }),
      await openWorld(way, { time, service: { keys: second } }),
    ];
    for (const { upstream } of worlds) {
      upstream.reply(say(hello, pauseAfter(way.stream ? untilText(way) : 0, 300)));
    }
    const answers = worlds.map((world) => send(world));
    await until(() => worlds.every(({ upstream }) => upstream.requests.length === 1));
    await first.revoke(issued.key.id);
    for (const answer of answers) await time.during(expectWhole(way, answer));
    for (const world of worlds) {
      const refused = await send(world);
      expect(refused.status).toBe(401);
      expect(await refused.text()).not.toContain(key);
      expect(world.upstream.requests).toHaveLength(1);
    }
  });
});

describe.each(fewWays)(`a slow key store ${wayTitle}`, (way: Way) => {
  it("K01 that is too slow lets nobody in, not even when it says yes in the end", async () => {
    const time = createTimeByHand();
    const { keys, become } = failingKeys(time.clock);
    const world = await openWorld(way, { time, service: { keys, ledgerTimes } });
    world.upstream.reply(say(hello));
    become("is late");
    await expectUnavailable(world);
    time.pass(lateness);
    await pause(20);
    expect(world.upstream.requests).toEqual([]);
    expect(world.ledger.all()).toEqual([]);
    expect(world.timers()).toBe(0);
  });
});
