import { createNodeTransport } from "@diglot/adapter-node-http";
import type { Model } from "@diglot/core";
import type { CheckedConfig } from "../../config/check/check-config.js";
import { Failure } from "../../terminal/failure.js";
import type { Lease } from "../lifecycle/resources.js";
import { buildModels } from "./build-models.js";
import { type OpenUpstream, openUpstream } from "./open-upstream.js";

/** Asks the upstreams what must be known of them, all at once, and makes the models of a config. */
export async function openModels(
  { upstreams = {}, models, source }: CheckedConfig,
  lease: Lease,
): Promise<readonly Model[]> {
  const transport = await lease.take("transport", undefined, () => {
    const value = createNodeTransport();
    return { value, close: () => value.close() };
  });
  const names = Object.keys(upstreams);
  const open = await Promise.all(
    Object.values(upstreams).map((upstream) => openUpstream(upstream, transport)),
  );
  const byName = new Map(open.map((upstream, index) => [names[index] ?? "", upstream] as const));
  const lists = await Promise.all(
    names.map((name) => (upstreams[name]?.allModels ? listAll(name, byName.get(name)) : [])),
  );
  return buildModels({ models, upstreams: byName, listed: lists.flat(), source });
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
