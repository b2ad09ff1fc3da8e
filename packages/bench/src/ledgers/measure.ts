import { join } from "node:path";
import { makePlace } from "../../../../scripts/stores.mjs";
import { type Child, startChild } from "../shared/children.ts";
import { ownRoot } from "../shared/project.ts";
import { type Measured, type Row, summarise } from "../shared/result.ts";
import type { Run } from "../shared/run.ts";
import type { LedgerRound } from "./bench.ts";

/** A store that is measured, in a process of its own. */
interface Store {
  readonly name: string;
  readonly worker: Child;
  readonly place: Awaited<ReturnType<typeof makePlace>>;
  readonly rounds: LedgerRound[];
}

const names = ["none", "memory", "sqlite", "postgres"];
/** Milliseconds of each measurement in one round. */
const length = 400;

/** What each ledger costs: by itself, and what it adds to a request. */
export async function measureLedgers(run: Run): Promise<readonly Row[]> {
  const stores: Store[] = [];
  try {
    for (const name of names) {
      const store = await openWorker(name).catch((error) => run.skip(`ledger: ${name}`, error));
      if (store) stores.push(store);
    }
    for (let round = 0; round < run.rounds; round++) {
      for (const { name, worker, rounds } of stores) {
        run.progress(`ledger: ${name}, round ${round + 1}`);
        rounds.push(await worker.ask<LedgerRound>("round", length));
      }
    }
    return toRows(stores);
  } finally {
    for (const store of stores) await closeWorker(store);
  }
}

async function openWorker(name: string): Promise<Store> {
  const place = await makePlace(name);
  const args = [ownRoot, name, place.name];
  const worker = startChild(join(import.meta.dirname, "worker.ts"), { args });
  try {
    await worker.ask("open");
    return { name, worker, place, rounds: [] };
  } catch (error) {
    await worker.stop();
    await place.remove();
    throw error;
  }
}

async function closeWorker({ worker, place }: Store): Promise<void> {
  await worker.ask("close").catch(() => undefined);
  await worker.stop();
  await place.remove();
}

function toRows(stores: readonly Store[]): readonly Row[] {
  const section = "ledgers";
  const [none] = stores;
  const read = ({ rounds }: Store, name: "alone" | "pairs" | "request"): Measured =>
    summarise(rounds.map((round) => round[name]));
  return stores.flatMap((store) => {
    const { name, rounds } = store;
    const ratio = summarise(
      rounds.map(({ request }, round) => request / (none?.rounds[round]?.request ?? Number.NaN)),
    );
    const request: Row = {
      section,
      title: `${name}: a request, 100 at once`,
      unit: "µs CPU",
      own: read(store, "request"),
      ...(store !== none && { reference: "no ledger", ratio }),
    };
    if (store === none) return [request];
    return [
      request,
      { section, title: `${name}: reserve and settle`, unit: "µs", own: read(store, "alone") },
      {
        section,
        title: `${name}: pairs of them, 100 at once`,
        unit: "a second",
        own: read(store, "pairs"),
      },
      ...callRows(section, store),
    ];
  });
}

function callRows(section: string, { name, rounds }: Store): readonly Row[] {
  return Object.keys(rounds[0]?.calls ?? {}).flatMap((call) => {
    const own = summarise(rounds.map(({ calls }) => calls[call] ?? 0));
    if (own.high === 0) return [];
    return [{ section, title: `${name}: calls of ${call} for a request`, unit: "calls", own }];
  });
}
