import { createNodeTransport } from "@diglot/adapter-node-http";
import { createMemoryReasoningStore, type Model, type ReasoningStore } from "@diglot/core";
import { type CheckedConfig, checkFormats, checkListed } from "../../config/check/check-config.js";
import type { UpstreamConfig } from "../../config/types.js";
import { sayAsked } from "../../discover/say-asked.js";
import { Failure } from "../../terminal/failure.js";
import { showWhile } from "../../terminal/progress.js";
import type { Lease } from "../lifecycle/resources.js";
import type { Listeners } from "../listeners.js";
import { judgeListed, listUpstreams, type WatchedUpstream } from "../upstreams/check-upstream.js";
import type { FoundUpstream } from "../upstreams/watch-upstreams.js";
import { buildModels } from "./build-models.js";
import { type OpenUpstream, openUpstream } from "./open-upstream.js";

/** The models of a config, and the upstreams behind them. */
export interface OpenModels {
  readonly models: readonly Model[];
  readonly upstreams: readonly FoundUpstream[];
}

/**
 * Asks the upstreams what must be known of them, all at once, and makes the models of a config.
 * @throws ConfigError for capabilities that the formats do not have; Failure, DiscoveryError
 */
export async function openModels(
  config: CheckedConfig,
  lease: Lease,
  { progress }: Pick<Listeners, "progress">,
): Promise<OpenModels> {
  return showWhile(progress, nameAsked(config), () => askAll(config, lease));
}

/** The servers that are asked at the start; empty: none is. */
function nameAsked({ upstreams = {} }: CheckedConfig): string {
  const asked = Object.values(upstreams).filter(
    ({ format, allModels }) => format === undefined || allModels === true,
  );
  return sayAsked(asked.map(({ baseUrl }) => baseUrl));
}

async function askAll(config: CheckedConfig, lease: Lease): Promise<OpenModels> {
  const { upstreams = {}, models, source } = config;
  const open = await openUpstreams(config, lease);
  await checkFormats(config, new Map([...open].map(([name, { format }]) => [name, format])));
  const lists = await Promise.all(
    [...open].map(async ([name, one]) => ({
      name,
      all: upstreams[name]?.allModels ? await listAll(one) : [],
    })),
  );
  const listed = lists.flatMap(({ all }) => all);
  checkListed(
    config,
    listed.map(({ id }) => id),
  );
  const named = listUpstreams(config);
  return {
    models: await buildModels({ models, upstreams: open, listed, source }),
    upstreams: lists.flatMap(({ name, all }) => {
      const upstream = named.find((one) => one.name === name);
      return upstream ? toFound({ ...upstream, ...open.get(name) }, config, all) : [];
    }),
  };
}

/** An upstream with the models that it has listed itself, and what is known of it by that list. */
function toFound(
  { name, baseUrl, config, models, listed }: WatchedUpstream & Partial<OpenUpstream>,
  { models: configured }: CheckedConfig,
  all: readonly Model[],
): FoundUpstream {
  const ids = new Set(configured.map(({ id }) => id));
  const others = all.filter(({ id }) => !ids.has(id)).map(({ id }) => ({ id, name: id }));
  const upstream = { name, baseUrl, config, models: [...models, ...others] };
  const known = all.length > 0 ? all.map(({ id }) => id) : listed;
  return { ...upstream, found: known && judgeListed(upstream, known) };
}

async function openUpstreams(
  { upstreams = {}, transport: connections = {} }: CheckedConfig,
  lease: Lease,
): Promise<ReadonlyMap<string, OpenUpstream>> {
  const transport = await lease.take("transport", connections, () => {
    const value = createNodeTransport(connections);
    return { value, close: () => value.close() };
  });
  const open = await Promise.all(
    Object.entries(upstreams).map(async ([name, upstream]) => {
      const reasoningStore = await openReasoningStore(name, upstream, lease);
      return [name, await openUpstream(upstream, { transport, reasoningStore })] as const;
    }),
  );
  return new Map(open);
}

/** What is kept of an upstream's reasoning outlives a reload. */
async function openReasoningStore(
  name: string,
  { reasoningStore: settings = false }: UpstreamConfig,
  lease: Lease,
): Promise<ReasoningStore | undefined> {
  if (settings === false) return undefined;
  return lease.take(`reasoning of ${name}`, settings, () => {
    const value = createMemoryReasoningStore(settings === true ? {} : settings);
    return { value, close: () => undefined };
  });
}

async function listAll(upstream: OpenUpstream): Promise<readonly Model[]> {
  const models = await upstream.list().catch((cause: unknown) => {
    throw new Failure(`${upstream.baseUrl} does not list its models.`, {
      cause,
      hint: "Name the models that are to be served, instead of all: --model, or `models` of a config.",
    });
  });
  if (models.length > 0) return models;
  throw new Failure(`${upstream.baseUrl} lists no models.`, {
    hint: "Name the models that are to be served: --model, or `models` of a config.",
  });
}
