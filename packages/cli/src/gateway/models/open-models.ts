import { createNodeTransport } from "@diglot/adapter-node-http";
import { createMemoryReasoningStore, type Model, type ReasoningStore } from "@diglot/core";
import type { CheckedConfig } from "../../config/check/check-config.js";
import type { UpstreamConfig } from "../../config/types.js";
import { Failure } from "../../terminal/failure.js";
import type { Lease } from "../lifecycle/resources.js";
import { buildModels } from "./build-models.js";
import { type OpenUpstream, openUpstream } from "./open-upstream.js";

/** Asks the upstreams what must be known of them, all at once, and makes the models of a config. */
export async function openModels(
  { upstreams = {}, models, transport: connections = {}, source }: CheckedConfig,
  lease: Lease,
): Promise<readonly Model[]> {
  const transport = await lease.take("transport", connections, () => {
    const value = createNodeTransport(connections);
    return { value, close: () => value.close() };
  });
  const names = Object.keys(upstreams);
  const open = await Promise.all(
    Object.entries(upstreams).map(async ([name, upstream]) => {
      const reasoningStore = await openReasoningStore(name, upstream, lease);
      return openUpstream(upstream, { transport, reasoningStore });
    }),
  );
  const byName = new Map(open.map((upstream, index) => [names[index] ?? "", upstream] as const));
  const lists = await Promise.all(
    names.map((name) => (upstreams[name]?.allModels ? listAll(name, byName.get(name)) : [])),
  );
  return buildModels({ models, upstreams: byName, listed: lists.flat(), source });
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

async function listAll(
  name: string,
  upstream: OpenUpstream | undefined,
): Promise<readonly Model[]> {
  const models = await upstream?.list().catch((cause: unknown) => {
    throw new Failure(`The upstream ${JSON.stringify(name)} does not list its models.`, {
      cause,
      hint: "Name the models that are to be served, instead of all: --model, or `models` of a config.",
    });
  });
  if (models && models.length > 0) return models;
  throw new Failure(`The upstream ${JSON.stringify(name)} lists no models.`, {
    hint: "Name the models that are to be served: --model, or `models` of a config.",
  });
}
