import type { Model } from "@diglot/core";
import type { AccountConfig, KeyConfig } from "./types/accounts.js";
import type { ModelConfig } from "./types/models.js";
import type { ServerConfig, TransportConfig } from "./types/network.js";
import type { AdminConfig, InspectorConfig, LogConfig, MetricsConfig } from "./types/operation.js";
import type { ServiceConfig } from "./types/service.js";
import type { LimitsConfig, StoreConfig } from "./types/stores.js";
import type { UpstreamConfig } from "./types/upstreams.js";

export type * from "./types/accounts.js";
export type * from "./types/models.js";
export type * from "./types/network.js";
export type * from "./types/operation.js";
export type * from "./types/service.js";
export type * from "./types/stores.js";
export type * from "./types/upstreams.js";

/** A gateway: what it serves, to whom, and what it keeps. Only `models` or `upstreams` is required. */
export interface GatewayConfig {
  /** Where an editor finds the description of this file. It has no effect. */
  readonly $schema?: string | undefined;
  /** The address to listen on; `0.0.0.0` for every network of the machine. @default "127.0.0.1" */
  readonly host?: string | undefined;
  /** The port to listen on; 0 for any that is free. A text of digits, such as "${PORT:-8787}", is taken too. @default 8787 */
  readonly port?: number | string | undefined;
  /** How connections of callers are kept. It cannot change while the gateway runs. */
  readonly server?: ServerConfig | undefined;
  /** How connections to upstreams are kept. */
  readonly transport?: TransportConfig | undefined;
  /** The services behind the gateway, by names of your own. */
  readonly upstreams?: Readonly<Record<string, UpstreamConfig>> | undefined;
  /** The models that are served. A config in JavaScript or TypeScript may hold models of its own. */
  readonly models?: readonly (ModelConfig | Model)[] | undefined;
  /** The keys of callers, beside those that are issued by the admin endpoints. */
  readonly keys?: readonly KeyConfig[] | undefined;
  /** Serves everyone without a key. Only for your own machine. @default false */
  readonly allowAnonymous?: boolean | undefined;
  /** Does so also where `host` is an address that others can reach: all of them spend what your upstreams cost. @default false */
  readonly allowAnonymousFromNetwork?: boolean | undefined;
  /** What accounts may use and spend, by their ids. */
  readonly accounts?: Readonly<Record<string, AccountConfig>> | undefined;
  /** What happens to requests of accounts without a budget. @default "unlimited" */
  readonly unknownAccounts?: "unlimited" | "refuse" | undefined;
  /** Refuses to start with a model that has no prices and would therefore be free. @default false */
  readonly requirePrices?: boolean | undefined;
  /** Where issued keys, usage and idempotency keys are kept. @default in memory, lost with the process */
  readonly store?: StoreConfig | undefined;
  /** Requests and tokens per minute, and concurrent requests. */
  readonly limits?: LimitsConfig | undefined;
  /** Endpoints for administrators, below `/admin`. @default none */
  readonly admin?: AdminConfig | undefined;
  /** A page that shows what the gateway does, at `/inspector`. It needs `admin`. @default false */
  readonly inspector?: boolean | InspectorConfig | undefined;
  /** Whether `/healthz` and `/readyz` are served. @default true */
  readonly health?: boolean | undefined;
  /** Whether `/metrics` is served, for Prometheus. @default false */
  readonly metrics?: boolean | MetricsConfig | undefined;
  /** The lines that are written about requests. */
  readonly log?: LogConfig | undefined;
  /** How requests are served. */
  readonly service?: ServiceConfig | undefined;
  /** Milliseconds that running requests have to end when the gateway stops or is reloaded. @default 30000 */
  readonly drainTimeout?: number | undefined;
}
