import { createMemoryLedger, type ReporterEvent } from "@diglot/core";
import { pause, until } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { hello, pauseAfter, say } from "../../upstream/index.js";
import { createTimeByHand } from "../time.js";
import type { Way } from "../upstreams/ways.js";
import { openWorld, send } from "../upstreams/world.js";
import {
  expectUnavailable,
  expectWhole,
  fail,
  failing,
  fewWays,
  lateness,
  outages,
  relayedWays,
  type StoreFault,
  wayTitle,
} from "./faults.js";

const prices = { input: 3, output: 15 };
/** Enough for everything. */
const plenty = 1_000_000_000_000;

/** A world whose ledger fails as the test says, and that ledger. */
async function openFailing(way: Way, { reserve = 60, lease = 60_000, budget = plenty } = {}) {
  const time = createTimeByHand();
  const records = createMemoryLedger({ budgets: { default: budget }, clock: time.clock });
  const { ledger, faults, calls } = failing(records, time.clock);
  const reports: ReporterEvent[] = [];
  const world = await openWorld(way, {
    time,
    upstream: { prices },
    service: {
      ledger,
      ledgerTimes: { reserve, lease },
      reporter: (event) => void reports.push(event),
    },
  });
  world.upstream.reply(say(hello));
  const failures = () => reports.filter(({ type }) => type === "failure");
  const ask = () => send(world, { body: bodyOf(way) });
  const countReserved = () => calls.filter((name) => name === "reserve").length;
  /** Asks, and returns once the ledger has been asked as well; until then no time passes. */
  async function askUntilReserved() {
    const before = countReserved();
    const answer = ask();
    await until(() => countReserved() > before);
    return { answer };
  }
  async function askWhole() {
    const { answer } = await askUntilReserved();
    await time.during(expectWhole(way, answer));
  }
  async function askInVain() {
    const { answer } = await askUntilReserved();
    await expectUnavailable(world, answer);
  }
  const later = (condition: () => boolean | Promise<boolean>) => time.during(until(condition));
  return { world, time, records, faults, calls, failures, ask, askWhole, askInVain, later };
}

/** A request with an output limit, whose worst case is a part of the budget. */
function bodyOf({ stream }: Way): string {
  const messages = [{ role: "user", content: "hi" }];
  return JSON.stringify({ model: "fronted", max_tokens: 1_000, stream, messages });
}

const settledOnce = [{ state: "settled", usage: { input: 11, output: 7 }, end: "completed" }];

describe.each(relayedWays)(`a ledger ${wayTitle}`, (way: Way) => {
  it.each(outages)("L01 L06 that %s before the call lets nobody in", async (fault) => {
    const { records, faults, askInVain } = await openFailing(way);
    faults.reserve = fault;
    await askInVain();
    expect(records.all()).toEqual([]);
  });

  it("L01 L04 that took the reservation without saying so gives it back", async () => {
    const { records, faults, askInVain, later } = await openFailing(way);
    faults.reserve = "commits, then rejects";
    await askInVain();
    await later(() => records.all().every(({ state }) => state === "released"));
    expect(records.all()).toHaveLength(1);
    expect(await records.balance("default")).toEqual({ limit: plenty, spent: 0, reserved: 0 });
  });

  it.each<StoreFault>(["rejects", "throws at once", "commits, then rejects"])(
    "L02 L04 L06 that %s at the settlement leaves the answer alone, and settles once in the end",
    async (fault) => {
      const { world, records, faults, calls, failures, askWhole, later } = await openFailing(way);
      faults.settle = fault;
      await askWhole();
      await later(() => calls.filter((name) => name === "settle").length >= 2);
      if (fault !== "commits, then rejects") {
        expect(records.all()).toMatchObject([{ state: "open" }]);
        expect((await records.balance("default")).reserved).toBeGreaterThan(0);
      }
      expect(failures()).toHaveLength(1);
      delete faults.settle;
      await later(() => world.timers() === 0);
      expect(records.all()).toMatchObject(settledOnce);
      const [{ costNanoDollars } = { costNanoDollars: 0 }] = await rowsOf(records);
      expect(costNanoDollars).toBe(11 * 3_000 + 7 * 15_000);
      expect(await records.balance("default")).toEqual({
        limit: plenty,
        spent: costNanoDollars,
        reserved: 0,
      });
    },
  );

  it("L02 keeps what it has reserved from others while it cannot settle", async () => {
    // Two requests fit, three do not.
    const { faults, ask, records, later } = await openFailing(way, { budget: 40_000_000 });
    faults.settle = "rejects";
    const statuses: number[] = [];
    for (let number = 0; number < 3; number++) statuses.push((await read(ask())).status);
    expect(statuses).toEqual([200, 200, way.caller === "messages" ? 402 : 429]);
    delete faults.settle;
    await later(async () => (await records.balance("default")).reserved === 0);
    expect((await read(ask())).status).toBe(200);
  });

  it("L06 that never answers a settlement is reported when the service closes, which ends in its time", async () => {
    const { world, time, faults, failures, askWhole } = await openFailing(way);
    faults.settle = "never answers";
    await askWhole();
    expect(failures()).toEqual([]);
    const since = time.clock.monotonic();
    await world.during(world.service.close({ timeout: 200 }));
    expect(time.clock.monotonic() - since).toBeLessThan(2_000);
    expect(failures()).toMatchObject([{ step: "settle" }]);
    expect(world.timers()).toBe(0);
  });

  it.each<StoreFault>(["rejects", "throws at once", "never answers"])(
    "L06 that %s at each heartbeat leaves the answer alone",
    async (fault) => {
      const { world, records, faults, calls, askWhole, later } = await openFailing(way, {
        lease: 900,
      });
      faults.heartbeat = fault;
      faults.recover = fault;
      world.upstream.reply(say(hello, pauseAfter(way.stream ? 1 : 0, 2_500)));
      await askWhole();
      expect(calls).toContain("heartbeat");
      await later(() => records.all().every(({ state }) => state === "settled"));
      expect(records.all()).toMatchObject(settledOnce);
    },
  );

  it("L06 that hangs for one caller delays no other", async () => {
    const { world, records, faults, ask } = await openFailing(way);
    faults.settle = "never answers";
    await expectWhole(way, await ask());
    delete faults.settle;
    await expectWhole(way, await ask());
    await until(() => records.all().some(({ state }) => state === "settled"));
    expect(records.all()).toMatchObject([{ state: "settled" }, { state: "open" }]);
    await world.during(world.service.close({ timeout: 10 }));
  });
});

describe.each(fewWays)(`a slow ledger ${wayTitle}`, (way: Way) => {
  it("L03 that is too slow lets nobody in, and gives back what it takes too late", async () => {
    const { world, records, faults, askInVain, later } = await openFailing(way);
    faults.reserve = "is late";
    await askInVain();
    expect(records.all()).toEqual([]);
    await later(() => records.all().some(({ state }) => state === "released"));
    expect(await records.balance("default")).toMatchObject({ spent: 0, reserved: 0 });
    expect(world.upstream.requests).toEqual([]);
  });

  it("L03 that settles a second late does not delay the last byte", async () => {
    const { world, time, records, faults, ask, later } = await openFailing(way);
    faults.settle = "is late";
    const since = time.clock.monotonic();
    const answer = await read(ask());
    expect(time.clock.monotonic()).toBe(since);
    expect(answer.status).toBe(200);
    expect(records.all()).toMatchObject([{ state: "open" }]);
    await later(() => records.all().every(({ state }) => state === "settled"));
    expect(time.clock.monotonic() - since).toBeGreaterThanOrEqual(lateness);
    expect(records.all()).toMatchObject(settledOnce);
    await later(() => world.timers() === 0);
  });
});

it("L03 a reservation is waited for two seconds by default", async () => {
  const [way] = relayedWays;
  if (!way) throw new Error("There are ways.");
  const time = createTimeByHand();
  const { ledger, faults, calls } = failing(createMemoryLedger());
  faults.reserve = "never answers";
  const world = await openWorld(way, { time, service: { ledger, ledgerTimes: {} } });
  const answer = send(world);
  await until(() => calls.includes("reserve"));
  time.pass(1_999);
  expect(await isAnswered(answer)).toBe(false);
  time.pass(1);
  await expectUnavailable(world, answer);
});

/** Whether an answer is there, after all that could bring it without time passing. */
function isAnswered(answer: Promise<Response>): Promise<boolean> {
  return Promise.race([answer.then(() => true), pause(20).then(() => false)]);
}

it("fails as the test says", async () => {
  const call = async () => "done";
  expect(await fail(undefined, call)).toBe("done");
  expect(() => fail("throws at once", call)).toThrow("broken");
  await expect(fail("commits, then rejects", call)).rejects.toThrow("lost");
});

/** An answer that has been read to its end. */
async function read(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  await response.text();
  return response;
}

async function rowsOf(records: ReturnType<typeof createMemoryLedger>) {
  return (await records.rows()).rows;
}
