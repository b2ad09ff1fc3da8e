import { type Clock, systemClock } from "../clock.js";
import type { IdempotencyState, IdempotencyStore, StoredAnswer } from "./idempotency.js";

/** Options of the in-memory store of idempotency keys. */
export interface MemoryIdempotencyOptions {
  /** Keys that are kept; the oldest that do not run go first. @default 10_000 */
  readonly keepKeys?: number | undefined;
  /** Bytes of all answers that are kept; the oldest go first. @default 67_108_864 (64 MiB) */
  readonly keepBytes?: number | undefined;
  readonly clock?: Clock | undefined;
}

interface Entry {
  readonly fingerprint: string;
  readonly leaseEnd: number;
  readonly expiresAt: number;
  outcome: "running" | "lost" | StoredAnswer;
}

/** Idempotency keys of one process; they end with it. */
export function createMemoryIdempotency(options: MemoryIdempotencyOptions = {}): IdempotencyStore {
  const { clock = systemClock } = options;
  const entries = new Map<string, Entry>();
  const idOf = (scope: string, key: string) => JSON.stringify([scope, key]);

  function stateOf(entry: Entry, fingerprint: string): IdempotencyState {
    if (entry.fingerprint !== fingerprint) return { name: "mismatch" };
    if (typeof entry.outcome === "object") return { name: "answered", answer: entry.outcome };
    if (entry.outcome === "lost" || entry.leaseEnd <= clock.monotonic()) return { name: "lost" };
    return { name: "running" };
  }

  return {
    async claim({ scope, key, fingerprint, lease, retention }) {
      const id = idOf(scope, key);
      const now = clock.monotonic();
      const entry = entries.get(id);
      if (entry && entry.expiresAt > now) return stateOf(entry, fingerprint);
      const [leaseEnd, expiresAt] = [now + lease, now + retention];
      entries.delete(id);
      entries.set(id, { fingerprint, leaseEnd, expiresAt, outcome: "running" });
      return { name: "new" };
    },
    async keep(scope, key, answer) {
      const entry = entries.get(idOf(scope, key));
      if (entry?.outcome === "running") entry.outcome = answer ?? "lost";
    },
    async forget(scope, key) {
      const id = idOf(scope, key);
      if (entries.get(id)?.outcome === "running") entries.delete(id);
    },
  };
}
