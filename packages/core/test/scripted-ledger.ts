import type { FakeClock } from "@diglot/test-support/clock";
import type { FinalRow, Ledger } from "../src/accounts/ledger/ledger.js";
import { createMemoryLedger, type MemoryLedger } from "../src/accounts/ledger/memory-ledger.js";

/** The outcome of one call of a ledger. */
export type Fate =
  | "works"
  /** Rejects, and nothing is done. */
  | "fails before"
  /** Is done, but rejects nevertheless: the answer was lost. */
  | "fails after"
  /** Throws before there is a promise. */
  | "throws"
  /** Is never answered, and nothing is done. */
  | "hangs"
  /** Is done and answered so many milliseconds later. */
  | number;

/** The error of a store that fails; its message must never reach a caller. */
export const storeDown = new Error("connection to db.internal refused");

type Method = Exclude<keyof Ledger, "record">;

/** A ledger whose calls follow a script, over a real ledger in memory. */
export interface ScriptedLedger extends Ledger {
  readonly records: MemoryLedger;
  /** Every call, in order, with the moment at which it came. */
  readonly calls: { readonly method: Method; readonly at: number; readonly argument: unknown }[];
  /** The fates of the next calls of a method; after them it works. */
  script(method: Method, ...fates: readonly Fate[]): void;
  /** The fate of all calls of these methods from now on. */
  always(fate: Fate, ...methods: readonly Method[]): void;
  callsOf(method: Method): readonly unknown[];
}

/** A scripted ledger on a fake clock. */
export function createScriptedLedger(
  clock: FakeClock,
  records = createMemoryLedger({ clock }),
): ScriptedLedger {
  const scripts = new Map<Method, Fate[]>();
  const standing = new Map<Method, Fate>();
  const calls: ScriptedLedger["calls"] = [];

  function run<T>(method: Method, argument: unknown, work: () => Promise<T>): Promise<T> {
    calls.push({ method, argument, at: clock.monotonic() });
    const fate = scripts.get(method)?.shift() ?? standing.get(method) ?? "works";
    if (fate === "throws") throw storeDown;
    return meet(fate, work);
  }

  async function meet<T>(fate: Exclude<Fate, "throws">, work: () => Promise<T>): Promise<T> {
    if (fate === "fails before") throw storeDown;
    if (fate === "hangs") await new Promise(() => undefined);
    if (typeof fate === "number") {
      await new Promise<void>((resolve) => clock.after(fate, resolve));
    }
    const result = await work();
    if (fate === "fails after") throw storeDown;
    return result;
  }

  return {
    records,
    calls,
    script: (method, ...fates) => void scripts.set(method, [...fates]),
    always(fate, ...methods) {
      for (const method of methods) standing.set(method, fate);
    },
    callsOf: (wanted) =>
      calls.filter(({ method }) => method === wanted).map(({ argument }) => argument),
    reserve: (reservation, lease) =>
      run("reserve", reservation, async () => records.reserve(reservation, lease)),
    heartbeat: (heartbeats, lease) =>
      run("heartbeat", heartbeats, () => records.heartbeat(heartbeats, lease)),
    settle: (settlement) => run("settle", settlement, async () => records.settle(settlement)),
    release: (attemptId, at) =>
      run("release", attemptId, async () => records.release(attemptId, at)),
    recover: () => run("recover", undefined, () => records.recover()),
    record: (row: FinalRow) => records.record(row),
  };
}
