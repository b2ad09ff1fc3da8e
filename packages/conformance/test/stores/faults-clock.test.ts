import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, createMemoryKeys, type Keys, type LedgerStore } from "@diglot/core";
import { createSqliteStore } from "@diglot/store-sqlite";
import { key } from "@diglot/test-support/key";
import { pause, until } from "@diglot/test-support/wait";
import { describe, expect, it, onTestFinished } from "vitest";
import { cutAfter, hello, pauseAfter, say } from "../../upstream/index.js";
import { createTimeByHand } from "../time.js";
import { untilText, type Way } from "../upstreams/ways.js";
import { openWorld, send } from "../upstreams/world.js";
import { expectWhole, fewWays, wayTitle } from "./faults.js";

const hour = 3_600_000;
const year = 365 * 24 * hour;
const jumps = [
  { name: "an hour ahead", jump: hour },
  { name: "an hour back", jump: -hour },
  { name: "a year ahead", jump: year },
  { name: "a year back", jump: -year },
] as const;

/** Time that the test lets pass, and whose wall clock jumps; the other one does not. */
function createJumpingTime() {
  const time = createTimeByHand();
  let offset = 0;
  const clock: Clock = { ...time.clock, now: () => time.clock.now() + offset };
  return {
    time: { ...time, clock },
    jump(milliseconds: number) {
      offset += milliseconds;
    },
  };
}

/** A store in a file with the same clock as its service. */
function openStore(clock: Clock): { readonly ledger: LedgerStore; readonly keys: Keys } {
  const folder = mkdtempSync(join(tmpdir(), "diglot-clock-"));
  const store = createSqliteStore({ path: join(folder, "ledger.sqlite"), clock });
  onTestFinished(() => {
    store.close();
    rmSync(folder, { recursive: true });
  });
  return { ledger: store.ledger, keys: createMemoryKeys([{ key, accountId: "ada" }], { clock }) };
}

async function openJumping(way: Way, timeouts = {}) {
  const { time, jump } = createJumpingTime();
  const { ledger, keys } = openStore(time.clock);
  const durations: number[] = [];
  const world = await openWorld(way, {
    time,
    upstream: { prices: { input: 3, output: 15 } },
    service: {
      ledger,
      keys,
      timeouts,
      reporter: (event) =>
        void (event.type === "request_ended" && durations.push(event.headMilliseconds)),
    },
  });
  const rows = async () => (await ledger.rows()).rows;
  return { world, time, ledger, jump, durations, rows };
}

const timeoutsOf = { firstEvent: 400, betweenEvents: 400, total: 5_000 };

describe.each(fewWays)(`a wall clock that jumps ${wayTitle}`, (way: Way) => {
  it.each(jumps)("T01 $name in mid-answer changes nothing of it", async ({ jump: by }) => {
    const { world, time, ledger, jump, durations, rows } = await openJumping(way, timeoutsOf);
    world.upstream.reply(say(hello, pauseAfter(way.stream ? untilText(way) : 0, 100)));
    const answer = send(world);
    await until(() => world.upstream.requests.length > 0);
    jump(by);
    await time.during(expectWhole(way, answer));
    await time.during(expectWhole(way, send(world)));
    await time.during(until(async () => (await rows()).length === 2));
    for (const row of await rows()) {
      expect(row).toMatchObject({ state: "settled", end: "completed" });
      expect(row.settledAt).toBeGreaterThanOrEqual(row.openedAt);
    }
    expect(new Set((await rows()).flatMap((row) => [row.attemptId, row.requestId])).size).toBe(4);
    for (const duration of durations) expect(duration).toBeGreaterThanOrEqual(0);
    for (const duration of durations) expect(duration).toBeLessThan(60_000);
    expect(await ledger.countOpen()).toBe(0);
    expect(await ledger.balance("ada")).toMatchObject({ spent: 2 * 138_000, reserved: 0 });
  });

  it.each(jumps)(
    "T01 $name ends a silent upstream neither sooner nor later",
    async ({ jump: by }) => {
      const { world, time, ledger, jump, rows } = await openJumping(way, timeoutsOf);
      world.upstream.reply(say(hello, cutAfter({ piece: 0 }, "stall")));
      const answer = send(world);
      await until(() => world.upstream.requests.length > 0);
      time.pass(200);
      jump(by);
      time.pass(199);
      await pause(20);
      expect(await ledger.countOpen()).toBe(1);
      time.pass(1);
      const response = await answer;
      await response.text();
      await time.during(until(async () => (await rows()).length === 1));
      expect(await rows()).toMatchObject([{ state: "settled", end: "timeout" }]);
    },
  );
});

describe("the leases of a file whose clock jumps", () => {
  const lease = 60_000;
  const reservation = {
    attemptId: "att_1",
    requestId: "req_1",
    accountId: "ada",
    keyId: "key",
    model: "m",
    format: "messages",
    openedAt: 0,
    reservedNanoDollars: 10,
    reservedTokens: { input: 4, output: 4 },
    onCallerGone: "bill-observed",
  } as const;

  it("T01 end at once when it jumps ahead, and what is settled afterwards changes nothing", async () => {
    const { time, jump } = createJumpingTime();
    const { ledger } = openStore(time.clock);
    await ledger.reserve(reservation, lease);
    jump(hour);
    expect(await ledger.recover()).toMatchObject([{ attemptId: "att_1", state: "recovered" }]);
    await ledger.release("att_1", time.clock.now());
    expect((await ledger.rows()).rows).toHaveLength(1);
    expect(await ledger.balance("ada")).toEqual({ spent: 0, reserved: 0 });
  });

  it("T01 last longer when it is set back, until a heartbeat renews them or the clock catches up", async () => {
    const { time, jump } = createJumpingTime();
    const { ledger } = openStore(time.clock);
    await ledger.reserve(reservation, lease);
    jump(-hour);
    expect(await ledger.recover()).toEqual([]);
    jump(2 * lease);
    expect(await ledger.recover()).toEqual([]);
    await ledger.heartbeat([{ attemptId: "att_1", observed: {} }], lease);
    jump(2 * lease);
    expect(await ledger.recover()).toMatchObject([{ attemptId: "att_1", state: "recovered" }]);
  });
});
