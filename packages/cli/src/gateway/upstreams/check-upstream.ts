import type { UpstreamChecked } from "@diglot/core";
import type { CheckedConfig } from "../../config/check/check-config.js";
import { keysOf } from "../../config/keys-of.js";
import { isOwnModel } from "../../config/own-model.js";
import type { UpstreamConfig } from "../../config/types.js";
import { isEndpointFormat } from "../../config/upstream-formats.js";
import { type DiscoveredUpstream, discoverUpstream } from "../../discover/discover-upstream.js";
import { DiscoveryError } from "../../discover/discovery-error.js";
import { noteUnlisted } from "../../discover/note-unlisted.js";

/** An upstream of a config, and the models that are asked of it. */
export interface WatchedUpstream {
  readonly name: string;
  /** With its version. */
  readonly baseUrl: string;
  readonly config: UpstreamConfig;
  readonly models: readonly WatchedModel[];
}

/** A model of the gateway, and its name at the upstream. */
export interface WatchedModel {
  readonly id: string;
  readonly name: string;
}

/** The upstreams of a config with the models that it names. */
export function listUpstreams({
  models,
  upstreams = {},
}: CheckedConfig): readonly WatchedUpstream[] {
  return Object.entries(upstreams).map(([name, config]) => ({
    name,
    baseUrl: config.baseUrl,
    config,
    models: models.flatMap((model) =>
      isOwnModel(model) || model.upstream !== name
        ? []
        : { id: model.id, name: model.model ?? model.id },
    ),
  }));
}

/** What an upstream was found to be good for; the watch adds the time. */
export type Finding = Pick<UpstreamChecked, "state" | "unlistedModels" | "problem">;

/**
 * Asks an upstream whether it can be used, as its config says, with each of its keys. No model runs, and nothing
 * is charged.
 * @returns nothing if it cannot be asked, because its address has a query
 */
export async function checkUpstream(upstream: WatchedUpstream): Promise<Finding | undefined> {
  const keys = keysOf(upstream.config);
  if (keys.length <= 1) return checkWith(upstream, keys[0]);
  const found = await Promise.all(keys.map((apiKey) => checkWith(upstream, apiKey)));
  return joinFindings(found.flatMap((finding) => finding ?? []));
}

/** It can be used as soon as one key can be; what is wrong is said of each key, unless all have the same problem. */
function joinFindings(found: readonly Finding[]): Finding | undefined {
  const best = found.find(({ state }) => state === "ready") ?? found[0];
  const problems = found.map(({ problem }) => problem);
  if (new Set(problems).size <= 1) return best;
  const told = problems.flatMap((problem, index) =>
    problem === undefined ? [] : `keys[${index}]: ${problem}`,
  );
  return best && { ...best, problem: told.join(" ") };
}

async function checkWith(
  upstream: WatchedUpstream,
  apiKey: string | undefined,
): Promise<Finding | undefined> {
  const { baseUrl, credential, headers } = upstream.config;
  try {
    const found = await discoverUpstream({ baseUrl, apiKey, credential, headers });
    return judgeFound(upstream, found);
  } catch (error) {
    if (!(error instanceof DiscoveryError)) throw error;
    if (error.kind === "not_a_model_server" && isEndpointFormat(upstream.config.format)) {
      return { state: "ready", unlistedModels: [] };
    }
    const { kind: state, message: problem } = error;
    return state === "invalid_address" ? undefined : { state, unlistedModels: [], problem };
  }
}

function judgeFound(upstream: WatchedUpstream, found: DiscoveredUpstream): Finding {
  const { format } = upstream.config;
  // A server of embeddings may speak anything else, or nothing.
  if (format !== undefined && !isEndpointFormat(format) && !found.speaks.includes(format)) {
    const problem = `${found.baseUrl} speaks ${found.speaks.join(" and ")}, but its \`format\` in the config is ${format}.`;
    return { state: "other_format", unlistedModels: [], problem };
  }
  const listed = found.models.map(({ id }) => id);
  return judgeListed(upstream, listed);
}

/** What is to be said of an upstream that has listed its models. */
export function judgeListed(
  { baseUrl, models }: Pick<WatchedUpstream, "baseUrl" | "models">,
  listed: readonly string[],
): Finding {
  const unlisted = models.flatMap(({ id, name }) => {
    const note = noteUnlisted(baseUrl, listed, name);
    return note === undefined ? [] : [{ id, note }];
  });
  const unlistedModels = unlisted.map(({ id }) => id);
  if (unlisted.length === 0) return { state: "ready", unlistedModels };
  return { state: "ready", unlistedModels, problem: unlisted.map(({ note }) => note).join(" ") };
}
