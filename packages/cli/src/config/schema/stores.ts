import { z } from "zod";
import { rateLimits } from "./accounts.js";
import { name, whole, wholeMilliseconds } from "./values.js";

/** Where issued keys, usage and idempotency keys are kept. */
export const store = z
  .strictObject({
    type: z.enum(["memory", "sqlite", "postgres"]),
    keepRows: z.int().min(0).optional(),
    keepIdempotencyKeys: z.int().min(0).optional(),
    keepIdempotencyBytes: z.int().min(0).optional(),
    path: name.optional(),
    durability: z.enum(["process", "power"]).optional(),
    url: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" }).optional(),
    schema: z
      .string()
      .regex(/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/, {
        error: "must be 1 to 63 lower-case letters, digits and underscores",
      })
      .optional(),
    connections: whole.optional(),
  })
  .meta({ id: "StoreConfig" });

/** Limits of keys, accounts and the process. */
export const limits = z
  .strictObject({
    keys: rateLimits.optional(),
    accounts: rateLimits.optional(),
    concurrentRequests: whole.optional(),
    redis: z
      .url({ protocol: /^rediss?$/, error: "must be a redis:// or rediss:// address" })
      .optional(),
    prefix: name.optional(),
    whenDown: z.enum(["refuse", "memory"]).optional(),
    lease: wholeMilliseconds.optional(),

    timeout: wholeMilliseconds.optional(),
  })
  .meta({ id: "LimitsConfig" });
