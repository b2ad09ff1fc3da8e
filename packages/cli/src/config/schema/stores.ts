import { z } from "zod";
import { rateLimits } from "./accounts.js";
import type { Inferred } from "./inferred.js";
import { name, whole, wholeMilliseconds } from "./values.js";

/** The schema of `StoreConfig`. */
export const store = z
  .strictObject({
    /** What kind of store it is. */
    type: z.enum(["memory", "sqlite", "postgres"]),
    /** Of `memory`: final rows of the ledger that are kept. @default 10000 */
    keepRows: z.int().min(0).optional(),
    /** Of `memory`: idempotency keys that are kept. @default 10000 */
    keepIdempotencyKeys: z.int().min(0).optional(),
    /** Of `memory`: bytes of answers that are kept for idempotency keys. @default 67108864 */
    keepIdempotencyBytes: z.int().min(0).optional(),
    /** Of `sqlite`: the file, relative to the working directory. */
    path: name.optional(),
    /** Of `sqlite`: what a committed change survives: the end of the process, or of the machine. @default "process" */
    durability: z.enum(["process", "power"]).optional(),
    /** Of `postgres`: where the database is, such as `postgres://user@host/database`. */
    url: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" }).optional(),
    /** Of `postgres`: the schema of the tables. @default "diglot" */
    schema: z
      .string()
      .regex(/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/, {
        error: "must be 1 to 63 lower-case letters, digits and underscores",
      })
      .optional(),
    /** Of `postgres`: the most connections. @default 10 */
    connections: whole.optional(),
  })
  .meta({ id: "StoreConfig" });

/** Where issued keys, usage and idempotency keys are kept. */
export type StoreConfig = Inferred<typeof store>;

/** The schema of `LimitsConfig`. */
export const limits = z
  .strictObject({
    /** Limits of each key that has none of its own. */
    keys: rateLimits.optional(),
    /** Limits of each account that has none of its own. */
    accounts: rateLimits.optional(),
    /** Requests that may run at once in this process. @default 1000 */
    concurrentRequests: whole.optional(),
    /** A Redis that counts for all instances, such as `redis://127.0.0.1:6379`. @default each process counts for itself */
    redis: z
      .url({ protocol: /^rediss?$/, error: "must be a redis:// or rediss:// address" })
      .optional(),
    /** What all names in Redis begin with. @default "diglot" */
    prefix: name.optional(),
    /** What happens while Redis cannot be reached; with "refuse", the gateway does not start without it. @default "refuse" */
    whenDown: z.enum(["refuse", "memory"]).optional(),
    /** Milliseconds that a running request holds its place in Redis without a heartbeat; the same for all instances. @default 60000 */
    lease: wholeMilliseconds.optional(),

    /** Milliseconds that Redis may take. @default 2000 */
    timeout: wholeMilliseconds.optional(),
  })
  .meta({ id: "LimitsConfig" });

/** Limits of keys, accounts and the process. */
export type LimitsConfig = Inferred<typeof limits>;
