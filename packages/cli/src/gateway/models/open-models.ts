import { createNodeTransport } from "@diglot/adapter-node-http";
import { createMemoryReasoningStore, type Model, type ReasoningStore } from "@diglot/core";
import { type CheckedConfig, checkFormats, checkListed } from "../../config/check/check-config.js";
import { isOwnModel } from "../../config/own-model.js";
import type { UpstreamConfig } from "../../config/types.js";
import { noteUnlisted } from "../../discover/note-unlisted.js";
import { sayAsked } from "../../discover/say-asked.js";
import type { Notices } from "../../log/log.js";
import { Failure } from "../../terminal/failure.js";
import { showWhile } from "../../terminal/progress.js";
import type { Lease } from "../lifecycle/resources.js";
import type { Listeners } from "../listeners.js";
import { buildModels } from "./build-models.js";
import { type OpenUpstream, openUpstream } from "./open-upstream.js";

/**
 * Asks the upstreams what must be known of them, all at once, and makes the models of a config. Says which
 * of them an upstream does not list, as far as its list is known.
 * @throws ConfigError for capabilities that the formats do not have; Failure, DiscoveryError
 */
export async function openModels(
  config: CheckedConfig,
  lease: Lease,
  { notices, progress }: Pick<Listeners, "notices" | "progress">,
): Promise<readonly Model[]> {
  return showWhile(progress, nameAsked(config), () => askAll(config, lease, notices));
}

/** The servers that are asked at the start; empty: none is. */
function nameAsked({ upstreams = {} }: CheckedConfig): string {
  const asked = Object.values(upstreams).filter(
    ({ format, allModels }) => format === undefined || allModels === true,
  );
  return sayAsked(asked.map(({ baseUrl }) => baseUrl));
}

async function askAll(
  config: CheckedConfig,
  lease: Lease,
  notices: Notices,
): Promise<readonly Model[]> {
  const { upstreams = {}, models, source } = config;
  const open = await openUpstreams(config, lease);
  await checkFormats(config, new Map([...open].map(([name, { format }]) => [name, format])));
  const lists = await Promise.all(
    [...open].map(async ([name, one]) => {
      const all = upstreams[name]?.allModels ? await listAll(one) : [];
      const listed = all.length > 0 ? all.map(({ id }) => id) : one.listed;
      sayUnlisted(models, name, { ...one, listed }, notices);
      return all;
    }),
  );
  const listed = lists.flat();
  checkListed(
    config,
    listed.map(({ id }) => id),
  );
  return buildModels({ models, upstreams: open, listed, source });
}

function sayUnlisted(
  models: CheckedConfig["models"],
  name: string,
  { baseUrl, listed }: OpenUpstream,
  notices: Notices,
): void {
  for (const one of models) {
    if (isOwnModel(one) || one.upstream !== name) continue;
    const note = noteUnlisted(baseUrl, listed, one.model ?? one.id);
    if (note !== undefined) notices.warn(note);
  }
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
