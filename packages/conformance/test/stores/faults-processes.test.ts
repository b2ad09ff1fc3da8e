import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { FinalRow, LedgerStore } from "@diglot/core";
import { createSqliteStore } from "@diglot/store-sqlite";
import { needsPostgres } from "@diglot/test-support/parts/postgres";
import { pause, until } from "@diglot/test-support/wait";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  createScriptedUpstream,
  hello,
  pauseAfter,
  type ScriptedUpstream,
  say,
} from "../../upstream/index.js";
import { createTimeByHand } from "../time.js";
import { untilText } from "../upstreams/ways.js";
import { expectWhole, fewWays, relayedWays, wayTitle } from "./faults.js";
import { openProxied } from "./postgres-behind-proxy.js";
import { account, type ServiceProcess, startProcess } from "./service-process.js";

const [messagesStream, chatStream] = relayedWays.filter(({ stream }) => stream);
const lease = 900;

/** A ledger that processes and the test share. */
interface SharedLedger {
  readonly store: "sqlite" | "postgres";
  readonly place: string;
  readonly ledger: LedgerStore;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "diglot-processes-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const stores = {
  async sqlite(): Promise<SharedLedger> {
    const place = join(newFolder(), "ledger.sqlite");
    const { ledger, close } = createSqliteStore({ path: place });
    onTestFinished(close);
    return { store: "sqlite", place, ledger };
  },
  async postgres(): Promise<SharedLedger> {
    const { schema, direct, close } = await openProxied();
    onTestFinished(close);
    return { store: "postgres", place: schema, ledger: direct.ledger };
  },
};

/** An upstream whose pauses last until the test ends them. */
async function openUpstream(): Promise<{ upstream: ScriptedUpstream; goOn(): Promise<void> }> {
  const { clock, armed, pass } = createTimeByHand();
  const upstream = await createScriptedUpstream({ clock });
  onTestFinished(() => upstream.close());
  const goOn = async () => {
    // Its pause may not have begun yet.
    await until(() => armed() > 0);
    pass(1);
  };
  return { upstream, goOn };
}

/** Stops a process at a moment in which it does not hold its file. */
async function stop({ child }: ServiceProcess, { store, place }: SharedLedger): Promise<void> {
  for (;;) {
    child.kill("SIGSTOP");
    if (store !== "sqlite" || isFree(place)) return;
    child.kill("SIGCONT");
    await pause(5);
  }
}

/** Whether nobody writes to a file. */
function isFree(path: string): boolean {
  const file = new DatabaseSync(path, { timeout: 1_000 });
  try {
    file.exec("BEGIN IMMEDIATE; ROLLBACK");
    return true;
  } catch {
    return false;
  } finally {
    file.close();
  }
}

async function rowsOf(ledger: LedgerStore): Promise<readonly FinalRow[]> {
  return (await ledger.rows()).rows;
}

/** Checks that every row is there once, and that the account is their sum. */
async function expectSum(ledger: LedgerStore): Promise<void> {
  const rows = await rowsOf(ledger);
  expect(new Set(rows.map(({ attemptId }) => attemptId)).size).toBe(rows.length);
  const spent = rows.reduce((sum, { costNanoDollars }) => sum + costNanoDollars, 0);
  expect(await ledger.balance(account)).toMatchObject({ spent, reserved: 0 });
}

/** Lets a process work until it has recovered a row, and counts what it was asked. */
async function workUntilRecovered(service: ServiceProcess, ledger: LedgerStore): Promise<number> {
  let asked = 0;
  await until(async () => {
    await (await service.ask({ caller: "messages", stream: false })).text();
    asked += 1;
    await pause(50);
    return (await rowsOf(ledger)).some(({ state }) => state === "recovered");
  });
  return asked;
}

const places = [
  { store: "sqlite", way: messagesStream, needs: {} },
  { store: "postgres", way: chatStream, needs: needsPostgres },
] as const;

for (const { store, way: only, needs } of places) {
  describe.each(only ? [only] : [])(`two processes on one ${store} ${wayTitle}`, needs, (way) => {
    it("P03 settle nothing twice when one stands still for longer than its lease", async () => {
      const shared = await stores[store]();
      const { ledger, place } = shared;
      const { upstream, goOn } = await openUpstream();
      const reported = { store, place, modelUrl: `${upstream.url}/v1`, lease };
      const stopped = await startProcess(reported);
      const other = await startProcess(reported);
      upstream.reply(say(hello, pauseAfter(untilText({ upstream: way.caller }), 1)), say(hello));
      const answer = await stopped.ask(way);
      await stop(stopped, shared);
      const asked = await workUntilRecovered(other, ledger);
      await goOn();
      stopped.child.kill("SIGCONT");
      await expectWhole(way, answer);
      await stopped.end("SIGTERM");
      await other.end("SIGTERM");
      const rows = await rowsOf(ledger);
      expect(rows).toHaveLength(1 + asked);
      expect(rows.filter(({ state }) => state === "recovered")).toMatchObject([{ end: "crash" }]);
      expect(rows.filter(({ state }) => state === "settled")).toHaveLength(asked);
      await expectSum(ledger);
    });

    it("P04 leave the rows of a killed one alone until its lease ends, and recover them once", async () => {
      const { ledger, place } = await stores[store]();
      const { upstream } = await openUpstream();
      const reported = { store, place, modelUrl: `${upstream.url}/v1`, lease: 2 * lease };
      const killed = await startProcess(reported);
      const other = await startProcess(reported);
      upstream.reply(say(hello, pauseAfter(untilText({ upstream: way.caller }), 1)), say(hello));
      const answer = await killed.ask(way);
      const killedAt = performance.now();
      await killed.end("SIGKILL");
      await expect(answer.text()).rejects.toThrow();
      await (await other.ask({ caller: "messages", stream: false })).text();
      const isEarly = performance.now() - killedAt < lease;
      if (isEarly) expect(await rowsOf(ledger)).not.toMatchObject([{ state: "recovered" }]);
      const asked = await workUntilRecovered(other, ledger);
      await other.end("SIGTERM");
      const rows = await rowsOf(ledger);
      expect(rows).toHaveLength(2 + asked);
      const recovered = rows.filter(({ state }) => state === "recovered");
      expect(recovered).toMatchObject([{ end: "crash" }]);
      expect(recovered[0]?.costNanoDollars).toBeGreaterThan(0);
      for (const { openedAt, settledAt } of recovered) {
        expect(settledAt - openedAt).toBeGreaterThanOrEqual(2 * lease);
      }
      await expectSum(ledger);
    });
  });
}

describe.each(fewWays)(`a killed process with an outbox ${wayTitle}`, (way) => {
  /** A process whose file somebody holds, from when the model has been asked. */
  async function openHeld() {
    const { ledger, place } = await stores.sqlite();
    const { upstream, goOn } = await openUpstream();
    const outbox = join(newFolder(), "outbox.sqlite");
    const reported = {
      store: "sqlite",
      place,
      modelUrl: `${upstream.url}/v1`,
      lease,
      outbox,
    } as const;
    const service = await startProcess(reported);
    const pieces = way.stream ? untilText({ upstream: way.caller }) : 0;
    upstream.reply(say(hello, pauseAfter(pieces, 1)), say(hello));
    const answer = service.ask(way);
    // Its connection may break at any moment from now on.
    answer.catch(() => undefined);
    await until(() => upstream.requests.length === 1);
    const holder = new DatabaseSync(place, { timeout: 20_000 });
    onTestFinished(() => holder.close());
    holder.exec("BEGIN IMMEDIATE");
    const states = () => readStates(outbox);
    return { ledger, reported, service, answer, holder, states, goOn };
  }

  async function handOver({ reported, holder, ledger }: Awaited<ReturnType<typeof openHeld>>) {
    holder.exec("ROLLBACK");
    const next = await startProcess(reported);
    await (await next.ask(way)).text();
    await until(async () => (await rowsOf(ledger)).length === 2);
    await next.end("SIGTERM");
    expect(await ledger.countOpen()).toBe(0);
    await expectSum(ledger);
    return rowsOf(ledger);
  }

  it("L02 has its settlement handed over by the next one", async () => {
    const held = await openHeld();
    await held.goOn();
    await expectWhole(way, await held.answer);
    await until(() => held.states().includes("settled"));
    await held.service.end("SIGKILL");
    const rows = await handOver(held);
    expect(rows).toMatchObject([
      { state: "settled", end: "completed", costNanoDollars: 138_000 },
      { state: "settled", end: "completed", costNanoDollars: 138_000 },
    ]);
    expect(held.states()).toEqual([]);
  });

  it("P01 has its open row recovered by the next one", async () => {
    const held = await openHeld();
    await until(() => held.states().includes("open"));
    await held.service.end("SIGKILL");
    await held.answer.then((response) => response.text()).catch(() => undefined);
    const rows = await handOver(held);
    expect(rows.filter(({ state }) => state === "recovered")).toMatchObject([{ end: "crash" }]);
    expect(rows.filter(({ state }) => state === "settled")).toHaveLength(1);
  });
});

/** The states of the rows in the file of an outbox. */
function readStates(path: string): readonly unknown[] {
  const file = new DatabaseSync(path, { readOnly: true });
  const rows = file.prepare("SELECT attempt FROM outbox").all();
  file.close();
  return rows.map(({ attempt }) => JSON.parse(String(attempt)).state);
}
