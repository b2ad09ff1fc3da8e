import { z } from "zod";
import { capabilities } from "./upstreams.js";
import { delay, name, prices, timeout, whole } from "./values.js";

const retry = z
  .strictObject({
    retries: z.int().min(0).optional(),
    baseDelay: delay.optional(),
    maximumDelay: delay.optional(),
    maximumRetryAfter: delay.optional(),
    retryUncertain: z.boolean().optional(),
  })
  .meta({ id: "RetryConfig" });

const balanceMember = z
  .strictObject({ model: name, weight: z.number().positive().optional() })
  .meta({ id: "BalanceMember" });

const health = z
  .strictObject({ failures: whole.optional(), setAside: delay.optional() })
  .meta({ id: "HealthConfig" });

/** A model that callers can ask for. */
export const model = z
  .strictObject({
    id: name,
    upstream: name.optional(),
    fallback: z.array(name).min(1).optional(),
    balance: z
      .array(z.union([name, balanceMember]))
      .min(1)
      .optional(),
    embedded: z.enum(["echo", "eliza"]).optional(),
    model: name.optional(),
    aliases: z.array(name).optional(),
    displayName: name.optional(),
    created: z.number().min(0).optional(),
    ownedBy: z.string().optional(),
    wordDelay: delay.optional(),
    prices: prices.optional(),
    contextWindow: whole.optional(),
    capabilities: capabilities.optional(),
    retry: z.union([z.boolean(), retry]).optional(),
    timeout: timeout.optional(),
    health: health.optional(),
    hidden: z.boolean().optional(),
  })
  .meta({ id: "ModelConfig" });
