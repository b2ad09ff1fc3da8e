import { z } from "zod";
import { account, key } from "./schema/accounts.js";
import { model } from "./schema/models.js";
import { port, server, transport } from "./schema/network.js";
import { admin, inspector, log, metrics } from "./schema/operation.js";
import { service } from "./schema/service.js";
import { limits, store } from "./schema/stores.js";
import { upstream } from "./schema/upstreams.js";
import { milliseconds, name } from "./schema/values.js";
import type { GatewayConfig } from "./types.js";

/** A config as a file in JSON can hold it: without models of its own. */
export interface FileConfig extends Omit<GatewayConfig, "models"> {
  readonly models?: readonly FileModel[] | undefined;
}

type FileModel = Exclude<NonNullable<GatewayConfig["models"]>[number], { respond: unknown }>;

/** The description of a config. References between its parts are checked by `findBrokenReferences`. */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  host: name.optional(),
  port: port.optional(),
  server: server.optional(),
  transport: transport.optional(),
  upstreams: z.record(name, upstream).optional(),
  models: z.array(model).optional(),
  keys: z.array(key).optional(),
  allowAnonymous: z.boolean().optional(),
  allowAnonymousFromNetwork: z.boolean().optional(),
  accounts: z.record(name, account).optional(),
  unknownAccounts: z.enum(["unlimited", "refuse"]).optional(),
  requirePrices: z.boolean().optional(),
  store: store.optional(),
  limits: limits.optional(),
  admin: admin.optional(),
  inspector: z.union([z.boolean(), inspector]).optional(),
  health: z.boolean().optional(),
  metrics: z.union([z.boolean(), metrics]).optional(),
  log: log.optional(),
  service: service.optional(),
  drainTimeout: milliseconds.optional(),
}) satisfies z.ZodType<FileConfig>;
