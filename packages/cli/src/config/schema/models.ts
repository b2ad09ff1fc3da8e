import { z } from "zod";
import type { Inferred } from "./inferred.js";
import { serverTools } from "./server-tools.js";
import { capabilities } from "./upstreams.js";
import { delay, name, prices, timeout, whole } from "./values.js";

const retry = z
  .strictObject({
    /** Attempts after the first. @default 2 */
    retries: z.int().min(0).optional(),
    /** The longest wait before the first retry; it doubles with each further one. @default 500 */
    baseDelay: delay.optional(),
    /** Where the doubling stops. @default 8000 */
    maximumDelay: delay.optional(),
    /** The longest wait that an upstream may ask for. @default 30000 */
    maximumRetryAfter: delay.optional(),
    /** Also retries when the model may already have run, which may cost twice. @default false */
    retryUncertain: z.boolean().optional(),
  })
  .meta({ id: "RetryConfig" });

/** How often a model is called again. Times are milliseconds. */
export type RetryConfig = Inferred<typeof retry>;

const balanceMember = z
  .strictObject({
    /** Its id. */
    model: name,
    /** Only the ratio to the other weights matters. @default 1 */
    weight: z.number().positive().optional(),
  })
  .meta({ id: "BalanceMember" });

/** A model and its share of the requests. */
export type BalanceMember = Inferred<typeof balanceMember>;

const health = z
  .strictObject({
    /** After how many failures in a row. @default 3 */
    failures: whole.optional(),
    /** For how many milliseconds. @default 30000 */
    setAside: delay.optional(),
  })
  .meta({ id: "HealthConfig" });

/** When a member of a balanced model is set aside. */
export type HealthConfig = Inferred<typeof health>;

/** The schema of `ModelConfig`. */
export const model = z
  .strictObject({
    /** The name by which callers ask for it. */
    id: name,
    /** The name of the upstream that serves it. */
    upstream: name.optional(),
    /** Ids of models, asked in this order until one answers. */
    fallback: z.array(name).min(1).optional(),
    /** Models among which requests are distributed, by their ids. */
    balance: z
      .array(z.union([name, balanceMember]))
      .min(1)
      .optional(),
    /** A small model that is part of the package. */
    embedded: z.enum(["echo", "eliza"]).optional(),
    /** Its name at the upstream. @default the id */
    model: name.optional(),
    /** Further names; one that ends in `*` stands for every name with that prefix. */
    aliases: z.array(name).optional(),
    /** Its name in lists of models. @default the id */
    displayName: name.optional(),
    /** When it was made, for lists of models: seconds since 1970. @default 0 */
    created: z.number().min(0).optional(),
    /** Whose it is, for lists of models. @default "diglot" */
    ownedBy: z.string().optional(),
    /** Of `embedded`: milliseconds after each word. @default 0 for echo, 30 for eliza */
    wordDelay: delay.optional(),
    /** US dollars per million tokens. A list by date has a member `from` in each entry. The page about the ledger explains `accepts`, `units` and `mediaTokens`. */
    prices: prices.optional(),
    /** The most tokens that it reads. */
    contextWindow: whole.optional(),
    /** What it supports, where it differs from its upstream. */
    capabilities: capabilities.optional(),
    /** Tools of vendors, such as a search of the web, that are run for it. @default those of its upstream */
    serverTools: serverTools.optional(),
    /** Calls it again if it fails before its first event. @default false */
    retry: z.union([z.boolean(), retry]).optional(),
    /** How long each attempt may take. */
    timeout: timeout.optional(),
    /** When a member of `balance` is set aside. */
    health: health.optional(),
    /** Of `balance`: `prefix` keeps each conversation on one model, so that its upstream's prompt cache serves it. @default only what one upstream alone can continue keeps to it */
    sticky: z.enum(["prefix"]).optional(),
    /** Whether callers cannot ask for it, because it only stands behind other models. @default false */
    hidden: z.boolean().optional(),
  })
  .meta({ id: "ModelConfig" });

/** A model that callers can ask for. It has exactly one of `upstream`, `fallback`, `balance` and `embedded`. */
export type ModelConfig = Inferred<typeof model>;
