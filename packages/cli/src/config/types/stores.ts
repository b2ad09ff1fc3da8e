import type { RateLimitsConfig } from "./accounts.js";

/** Where issued keys, usage and idempotency keys are kept. */
export interface StoreConfig {
  /** What kind of store it is. */
  readonly type: "memory" | "sqlite" | "postgres";
  /** Of `memory`: final rows of the ledger that are kept. @default 10000 */
  readonly keepRows?: number | undefined;
  /** Of `memory`: idempotency keys that are kept. @default 10000 */
  readonly keepIdempotencyKeys?: number | undefined;
  /** Of `memory`: bytes of answers that are kept for idempotency keys. @default 67108864 */
  readonly keepIdempotencyBytes?: number | undefined;
  /** Of `sqlite`: the file, relative to the working directory. */
  readonly path?: string | undefined;
  /** Of `sqlite`: what a committed change survives: the end of the process, or of the machine. @default "process" */
  readonly durability?: "process" | "power" | undefined;
  /** Of `postgres`: where the database is, such as `postgres://user@host/database`. */
  readonly url?: string | undefined;
  /** Of `postgres`: the schema of the tables. @default "diglot" */
  readonly schema?: string | undefined;
  /** Of `postgres`: the most connections. @default 10 */
  readonly connections?: number | undefined;
}

/** Limits of keys, accounts and the process. */
export interface LimitsConfig {
  /** Limits of each key that has none of its own. */
  readonly keys?: RateLimitsConfig | undefined;
  /** Limits of each account that has none of its own. */
  readonly accounts?: RateLimitsConfig | undefined;
  /** Requests that may run at once in this process. @default 1000 */
  readonly concurrentRequests?: number | undefined;
  /** A Redis that counts for all instances, such as `redis://127.0.0.1:6379`. @default each process counts for itself */
  readonly redis?: string | undefined;
  /** What all names in Redis begin with. @default "diglot" */
  readonly prefix?: string | undefined;
  /** What happens while Redis cannot be reached; with "refuse", the gateway does not start without it. @default "refuse" */
  readonly whenDown?: "refuse" | "memory" | undefined;
  /** Milliseconds that a running request holds its place in Redis without a heartbeat; the same for all instances. @default 60000 */
  readonly lease?: number | undefined;
  /** Milliseconds that Redis may take. @default 2000 */
  readonly timeout?: number | undefined;
}
