import {
  createMemoryIdempotency,
  createMemoryKeys,
  createMemoryLedger,
  createService,
} from "@diglot/core";
import { createEcho } from "@diglot/embedded-models";
import { createLimits } from "@diglot/limits";
import type { CheckedConfig } from "../config/check/check-config.js";
import { atPath } from "../config/check/config-error.js";
import { isOwnModel } from "../config/own-model.js";
import type { GatewayConfig, UpstreamConfig } from "../config/types.js";
import { buildModels } from "./models/build-models.js";
import { openUpstream } from "./models/open-upstream.js";
import { loadOpenTelemetry } from "./observation/open-metrics.js";
import { toServiceOptions } from "./to-service-options.js";

/**
 * Makes the models and the service of a config as a start would, without asking an upstream, opening a
 * store or listening, and so finds what the library refuses. What only an upstream could say is taken
 * for right.
 * @throws ConfigError; Failure if `metrics` is on and OpenTelemetry is not installed
 */
export async function dryRun(config: CheckedConfig): Promise<void> {
  if (config.metrics) await loadOpenTelemetry();
  const entries = Object.entries(config.upstreams ?? {});
  const open = await Promise.all(
    entries.map(
      async ([name, one]) => [name, await openUpstream(assumeFormat(one), send)] as const,
    ),
  );
  const models = await buildModels({
    models: withoutUnknown(config),
    upstreams: new Map(open),
    listed: standIns(config),
    source: config.source,
  });
  // Keys may name models that only the upstream knows.
  if (listsModels(config)) return;
  const store = {
    keys: createMemoryKeys([]),
    ledger: createMemoryLedger(),
    idempotency: createMemoryIdempotency(),
  };
  const parts = { models, store, limits: createLimits(), inspector: undefined, metrics: undefined };
  const options = await toServiceOptions(config, parts, []);
  const service = atPath(config.source, [], () => createService(options));
  await service.close();
}

/** Nothing is sent. */
const send = () => Promise.reject(new TypeError("A dry run sends nothing."));

/** Without its format, nobody knows which capabilities an upstream can have. */
function assumeFormat(upstream: UpstreamConfig): UpstreamConfig {
  if (upstream.format !== undefined) return upstream;
  const { capabilities: _, preset: __, ...rest } = upstream;
  return { ...rest, format: "chat-completions" };
}

function withoutUnknown({ models, upstreams = {} }: CheckedConfig): CheckedConfig["models"] {
  return models.map((model) => {
    if (isOwnModel(model) || upstreams[model.upstream ?? ""]?.format !== undefined) return model;
    const { capabilities: _, ...rest } = model;
    return rest;
  });
}

function listsModels({ upstreams = {} }: GatewayConfig): boolean {
  return Object.values(upstreams).some(({ allModels }) => allModels === true);
}

/** A model for each name that may be that of a listed one. */
function standIns(config: CheckedConfig) {
  if (!listsModels(config)) return [];
  const names = config.models.flatMap((model) =>
    isOwnModel(model) ? [] : [...(model.fallback ?? []), ...(model.balance ?? [])],
  );
  const ids = names.map((name) => (typeof name === "string" ? name : name.model));
  return [...new Set(ids)].map((id) => createEcho({ id }));
}
