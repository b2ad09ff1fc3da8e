import type { Model } from "@diglot/core";
import { z } from "zod";
import { account, key } from "./schema/accounts.js";
import type { Inferred } from "./schema/inferred.js";
import { type ModelConfig, model } from "./schema/models.js";
import { port, server, transport } from "./schema/network.js";
import { admin, inspector, log, metrics, telemetry } from "./schema/operation.js";
import { service } from "./schema/service.js";
import { limits, store } from "./schema/stores.js";
import { upstream } from "./schema/upstreams.js";
import { milliseconds, name } from "./schema/values.js";

/** Models in code are taken out of a config before it is held against the schema. */
const modelOrCode: z.ZodType<ModelConfig | Model> = model;

/** The description of a config. References between its parts are checked by `findBrokenReferences`. */
export const configSchema = z.strictObject({
  /** Where an editor finds the description of this file. It has no effect. */
  $schema: z.string().optional(),
  /** The address to listen on; `0.0.0.0` for every network of the machine. @default "127.0.0.1" */
  host: name.optional(),
  /** The port to listen on; 0 for any that is free. A text of digits, such as "${PORT:-8787}", is taken too. @default 8787 */
  port: port.optional(),
  /** How connections of callers are kept. It cannot change while the gateway runs. */
  server: server.optional(),
  /** How connections to upstreams are kept. */
  transport: transport.optional(),
  /** The services behind the gateway, by names of your own. */
  upstreams: z.record(name, upstream).optional(),
  /** Whether each upstream is asked, in the background, whether it can be used: at the start, and again while it cannot. No model runs for it. @default true */
  checkUpstreams: z.boolean().optional(),
  /** The models that are served. A config in JavaScript or TypeScript may hold models of its own. */
  models: z.array(modelOrCode).optional(),
  /** The keys of callers, beside those that are issued by the admin endpoints. */
  keys: z.array(key).optional(),
  /** Serves everyone without a key. Only for your own machine. @default false */
  allowAnonymous: z.boolean().optional(),
  /** Does so also where `host` is an address that others can reach: all of them spend what your upstreams cost. @default false */
  allowAnonymousFromNetwork: z.boolean().optional(),
  /** What accounts may use and spend, by their ids. */
  accounts: z.record(name, account).optional(),
  /** What happens to requests of accounts without a budget. @default "unlimited" */
  unknownAccounts: z.enum(["unlimited", "refuse"]).optional(),
  /** Refuses to start with a model that has no prices and would therefore be free. @default false */
  requirePrices: z.boolean().optional(),
  /** Where issued keys, usage and idempotency keys are kept. @default in memory, lost with the process */
  store: store.optional(),
  /** Requests and tokens per minute, and concurrent requests. */
  limits: limits.optional(),
  /** Endpoints for administrators, below `/admin`. @default none */
  admin: admin.optional(),
  /** A page that shows what the gateway does, at `/inspector`. It needs `admin`. @default false */
  inspector: z.union([z.boolean(), inspector]).optional(),
  /** Whether `/healthz` and `/readyz` are served. @default true */
  health: z.boolean().optional(),
  /** Whether `/metrics` is served, for Prometheus. @default false */
  metrics: z.union([z.boolean(), metrics]).optional(),
  /**
   * Sends traces and metrics to OpenTelemetry, as its variables `OTEL_*` say and as is said here. It cannot change
   * while the gateway runs. @default those variables decide for `diglot serve`; otherwise false
   */
  telemetry: z.union([z.boolean(), telemetry]).optional(),
  /** The lines that are written about requests. */
  log: log.optional(),
  /** How requests are served. */
  service: service.optional(),
  /** Milliseconds that running requests have to end when the gateway stops or is reloaded. @default 30000 */
  drainTimeout: milliseconds.optional(),
});

/** A gateway: what it serves, to whom, and what it keeps. Only `models` or `upstreams` is required. */
export type GatewayConfig = Inferred<typeof configSchema>;
