import type { Ledger, Service } from "@diglot/core";
import { openStore } from "../../../../scripts/stores.mjs";
import { cpuTime } from "../shared/cpu.ts";
import { callerHeaders } from "../shared/exchange.ts";
import { reservationOf, settlementOf, withoutAccounting } from "../shared/ledger-calls.ts";
import type { Core } from "../shared/project.ts";
import { modelName, requestBody } from "../shared/requests.ts";
import { type CallCounts, countCalls } from "./count-calls.ts";

/** What a round has shown of a store. */
export interface LedgerRound {
  /** Microseconds that a reservation and its settlement take, one after the other. */
  readonly alone: number;
  /** Reservations with their settlements in a second, many at once. */
  readonly pairs: number;
  /** Microseconds of CPU for one request, many at once, to a model that answers at once. */
  readonly request: number;
  /** Calls of the ledger for one request. */
  readonly calls: CallCounts;
}

/** A store, and a service over it. */
export interface LedgerBench {
  round(milliseconds: number): Promise<LedgerRound>;
  close(): Promise<void>;
}

/** Requests or pairs that run at once, and the accounts that they are spread over. */
const [concurrency, accounts] = [100, 64];
const body = requestBody("messages", true);

/**
 * Opens a store by its name, or none.
 * @param place a file or a schema
 */
export async function openBench(core: Core, name: string, place: string): Promise<LedgerBench> {
  const store = name === "none" ? undefined : await openStore(name, place);
  const ledger = store?.ledger ?? withoutAccounting;
  const counted = countCalls(ledger);
  const service = serviceOf(core, counted.ledger);
  const pair = reserveAndSettle(core, ledger);
  const request = ask(service);
  return {
    async round(milliseconds) {
      const alone = await run(1, milliseconds / 4, pair);
      const pairs = await run(concurrency, milliseconds, pair);
      const requests = await run(concurrency, milliseconds, request, counted.reset);
      return {
        alone: 1e6 / alone.perSecond,
        pairs: pairs.perSecond,
        request: requests.cpu,
        calls: counted.read(requests.times),
      };
    },
    async close() {
      await service.close();
      if (store && "drop" in store) await store.drop();
      await store?.close();
    },
  };
}

function serviceOf(core: Core, ledger: Ledger): Service {
  const model = core.defineModel(
    modelName,
    async function* () {
      yield "hello";
    },
    { prices: { input: 3, output: 15 } },
  );
  const keys = Array.from({ length: accounts }, (_, index) => ({
    key: keyOf(index),
    accountId: `account-${index}`,
  }));
  return core.createService({ models: [model], keys: core.createMemoryKeys(keys), ledger });
}

function keyOf(account: number): string {
  return `sk-bench-${String(account).padStart(8, "0")}`;
}

function reserveAndSettle(core: Core, ledger: Ledger): () => Promise<void> {
  let next = 0;
  return async () => {
    const id = next++;
    const attemptId = `att_${id}`;
    await ledger.reserve(reservationOf(attemptId, `account-${id % accounts}`), 60_000);
    await ledger.settle(settlementOf(core, attemptId));
  };
}

function ask(service: Service): () => Promise<void> {
  let next = 0;
  return async () => {
    const authorization = `Bearer ${keyOf(next++ % accounts)}`;
    const headers = { ...callerHeaders, authorization };
    const response = await service.request("/v1/messages", { method: "POST", headers, body });
    if (response.status !== 200) throw new Error(await response.text());
    await response.arrayBuffer();
  };
}

/** Runs some work over and over, so many times at once, after a short time that is not counted. */
async function run(
  atOnce: number,
  milliseconds: number,
  work: () => Promise<void>,
  onBegin = () => {},
) {
  await repeat(atOnce, milliseconds / 4, work);
  onBegin();
  const [begun, cpu] = [performance.now(), cpuTime()];
  const times = await repeat(atOnce, milliseconds, work);
  const seconds = (performance.now() - begun) / 1_000;
  return { perSecond: times / seconds, cpu: (cpuTime() - cpu) / times, times };
}

async function repeat(atOnce: number, milliseconds: number, work: () => Promise<void>) {
  const until = performance.now() + milliseconds;
  let times = 0;
  const takePart = async () => {
    for (; performance.now() < until; times++) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, takePart));
  return times;
}
