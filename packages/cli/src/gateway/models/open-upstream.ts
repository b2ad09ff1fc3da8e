import {
  type ListOptions,
  listUpstreamModels,
  type Model,
  type ReasoningStore,
  type Transport,
  withServerTools,
} from "@diglot/core";
import { keysOf } from "../../config/keys-of.js";
import {
  createUpstreamModel,
  toModelOptions,
  toUpstreamOptions,
  type UncheckedOptions,
} from "../../config/options/create-upstream-model.js";
import { dropUndefined } from "../../config/options/drop-undefined.js";
import { toServerTools } from "../../config/options/to-server-tools.js";
import type { ModelConfig, UpstreamConfig } from "../../config/types.js";
import type { ModelFormatName } from "../../config/upstream-formats.js";
import type { DiscoveredUpstream } from "../../discover/discover-upstream.js";

/** An upstream whose format is known. */
export interface OpenUpstream {
  readonly format: ModelFormatName;
  /** With its version. */
  readonly baseUrl: string;
  /** The names that it listed when its format was found out; absent: it was not asked. */
  readonly listed: readonly string[] | undefined;
  /** Makes a model that it serves. @throws TypeError for capabilities and the like that it cannot have */
  create(model: ModelConfig): Model;
  /** Makes a model of everything that it lists. @throws ServiceError if it does not answer with a list */
  list(): Promise<readonly Model[]>;
}

/** What an upstream is reached with. */
export interface UpstreamParts {
  readonly transport: Transport;
  readonly reasoningStore?: ReasoningStore | undefined;
}

/**
 * Finds out the format of an upstream, unless the config says it, and how its models are made.
 * @throws DiscoveryError if the format must be found out and cannot be
 */
export async function openUpstream(
  config: UpstreamConfig,
  { transport, reasoningStore }: UpstreamParts,
): Promise<OpenUpstream> {
  const { format, listed, ...found } = await findFormat(config);
  const given = { ...toUpstreamOptions(config), ...found };
  const options = { ...given, transport, ...dropUndefined({ reasoningStore }) };
  const listOptions = { ...options, ...dropUndefined({ prices: config.prices }) } as ListOptions;
  const tools = config.serverTools && toServerTools(config.serverTools);
  const equip = (model: Model) => (tools ? withServerTools(model, tools) : model);
  const createAny = (model: object) =>
    equip(createUpstreamModel(format, model as UncheckedOptions));
  return {
    format,
    baseUrl: found.baseUrl,
    listed,
    create(model) {
      const own = toModelOptions(model);
      const capabilities = { ...options.capabilities, ...own.capabilities };
      return equip(createUpstreamModel(format, { ...options, ...own, capabilities }));
    },
    list: () => listUpstreamModels(createAny, listOptions),
  };
}

/** What is found out by asking the upstream; what the config says comes before it. */
interface Found extends Pick<UpstreamConfig, "baseUrl" | "credential"> {
  readonly format: ModelFormatName;
  readonly listed: readonly string[] | undefined;
}

async function findFormat(config: UpstreamConfig): Promise<Found> {
  const { baseUrl, format, credential } = config;
  if (format !== undefined) return { format, listed: undefined, baseUrl, credential };
  const keys = keysOf(config);
  const found = await discoverWithKeys(baseUrl, keys);
  const foundCredential = keys.length === 0 ? undefined : found.credential;
  return {
    format: found.format,
    listed: found.models.map(({ id }) => id),
    baseUrl: found.baseUrl,
    credential: credential ?? foundCredential,
  };
}

/** Asks with one key after another until one is taken. @throws DiscoveryError with the first key */
async function discoverWithKeys(
  baseUrl: string,
  keys: readonly string[],
): Promise<DiscoveredUpstream> {
  const { discoverUpstream } = await import("../../discover/discover-upstream.js");
  const [apiKey, ...others] = keys;
  try {
    return await discoverUpstream({ baseUrl, apiKey });
  } catch (error) {
    for (const other of others) {
      const found = await discoverUpstream({ baseUrl, apiKey: other }).catch(() => undefined);
      if (found) return found;
    }
    throw error;
  }
}
