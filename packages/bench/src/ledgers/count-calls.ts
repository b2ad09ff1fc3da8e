import type { Ledger } from "@diglot/core";

/** Calls of a ledger by name, for one request. */
export type CallCounts = Readonly<Record<string, number>>;

const counted = ["reserve", "heartbeat", "settle", "release"] as const;

/** The same ledger, whose calls are counted. */
export function countCalls(ledger: Ledger) {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const wrapped: Ledger = {
    reserve: (...input) => {
      count("reserve");
      return ledger.reserve(...input);
    },
    heartbeat: (...input) => {
      count("heartbeat");
      return ledger.heartbeat(...input);
    },
    settle: (...input) => {
      count("settle");
      return ledger.settle(...input);
    },
    release: (...input) => {
      count("release");
      return ledger.release(...input);
    },
    recover: () => ledger.recover(),
    record: (row) => ledger.record(row),
  };
  return {
    ledger: wrapped,
    reset: () => counts.clear(),
    read: (requests: number): CallCounts =>
      Object.fromEntries(counted.map((name) => [name, (counts.get(name) ?? 0) / requests])),
  };
}
