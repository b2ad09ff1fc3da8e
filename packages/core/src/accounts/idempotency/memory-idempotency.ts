import { type Clock, systemClock } from "../../runtime/clock.js";
import { type Check, deferred } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members } from "../../validation/objects.js";
import { validClock } from "../../validation/runtime-ports.js";
import { limit } from "../../validation/values.js";
import type { IdempotencyState, IdempotencyStore, StoredAnswer } from "./idempotency.js";

/** Options of the in-memory store of idempotency keys. */
export interface MemoryIdempotencyOptions {
  /** Keys that are kept; the oldest keys of finished requests are dropped first, and are free again. @default 10_000 */
  readonly keepKeys?: number | undefined;
  /** Bytes of all answers that are kept; the oldest are dropped first, and their keys are `lost`. @default 67_108_864 (64 MiB) */
  readonly keepBytes?: number | undefined;
  /** The source of time. @default the clock of the system */
  readonly clock?: Clock | undefined;
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<MemoryIdempotencyOptions>({ keepKeys: limit, keepBytes: limit, clock: validClock }),
);

/** What is known of a key. Times are those of a monotonic clock. */
interface Entry {
  readonly fingerprint: string;
  readonly leaseEnd: number;
  readonly expiresAt: number;
  outcome: "running" | "lost" | StoredAnswer;
}

/**
 * Idempotency keys of one process; they end with it. A key costs no timer.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createMemoryIdempotency(options: MemoryIdempotencyOptions = {}): IdempotencyStore {
  checkOptions("createMemoryIdempotency", options, validOptions);
  const { clock = systemClock, keepKeys = 10_000, keepBytes = 64 * 1024 * 1024 } = options;
  /** In the order in which they were claimed. */
  const entries = new Map<string, Entry>();
  let bytes = 0;

  function remove(id: string, entry: Entry): void {
    entries.delete(id);
    bytes -= sizeOf(entry);
  }

  function removeOldest(now: number): void {
    for (const [id, entry] of entries) {
      const expired = entry.expiresAt <= now;
      if (entries.size <= keepKeys && !expired) return;
      if (expired || !isRunning(entry, now)) remove(id, entry);
    }
  }

  function loseOldestAnswers(): void {
    for (const entry of entries.values()) {
      if (bytes <= keepBytes) return;
      bytes -= sizeOf(entry);
      if (typeof entry.outcome === "object") entry.outcome = "lost";
    }
  }

  return {
    async claim({ scope, key, fingerprint, lease, retention }) {
      const id = idOf(scope, key);
      const now = clock.monotonic();
      const entry = entries.get(id);
      if (entry && entry.expiresAt > now) return stateOf(entry, fingerprint, now);
      if (entry) remove(id, entry);
      const [leaseEnd, expiresAt] = [now + lease, now + retention];
      entries.set(id, { fingerprint, leaseEnd, expiresAt, outcome: "running" });
      removeOldest(now);
      return { name: "new" };
    },
    async keep(scope, key, answer) {
      const entry = entries.get(idOf(scope, key));
      if (entry?.outcome !== "running") return;
      entry.outcome = answer ?? "lost";
      bytes += sizeOf(entry);
      loseOldestAnswers();
    },
    async forget(scope, key) {
      const id = idOf(scope, key);
      if (entries.get(id)?.outcome === "running") entries.delete(id);
    },
  };
}

function idOf(scope: string, key: string): string {
  return JSON.stringify([scope, key]);
}

function sizeOf({ outcome }: Entry): number {
  return typeof outcome === "object" ? outcome.body.length : 0;
}

function isRunning({ outcome, leaseEnd }: Entry, now: number): boolean {
  return outcome === "running" && leaseEnd > now;
}

function stateOf(entry: Entry, fingerprint: string, now: number): IdempotencyState {
  if (entry.fingerprint !== fingerprint) return { name: "mismatch" };
  if (typeof entry.outcome === "object") return { name: "answered", answer: entry.outcome };
  return { name: isRunning(entry, now) ? "running" : "lost" };
}
