import {
  type ChatCompletionsUpstreamCapabilities,
  chatCompletionsUpstream,
  type ListOptions,
  listUpstreamModels,
  type MessagesUpstreamCapabilities,
  type Model,
  messagesUpstream,
  presets,
  type Transport,
  type UpstreamOptions,
} from "@diglot/core";
import type { ModelConfig, UpstreamConfig } from "../../config/types.js";
import { dropUndefined } from "../drop-undefined.js";

/** An upstream whose format is known. */
export interface OpenUpstream {
  /** Makes a model that it serves. @throws TypeError for capabilities and the like that it cannot have */
  create(model: ModelConfig): Model;
  /** Makes a model of everything that it lists. @throws ServiceError if it does not answer with a list */
  list(): Promise<readonly Model[]>;
}

type Format = NonNullable<UpstreamConfig["format"]>;

/** The options of an upstream, whose capabilities its format checks. */
interface Options extends Omit<ListOptions, "capabilities" | "translation" | "prices"> {
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly translation?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Finds out the format of an upstream, unless the config says it, and how its models are made.
 * @throws DiscoveryError if the format must be found out and cannot be
 */
export async function openUpstream(
  config: UpstreamConfig,
  transport: Transport,
): Promise<OpenUpstream> {
  const { format, ...found } = await findFormat(config);
  const options: Options = { ...toOptions(config), ...found, transport };
  return {
    create: (model) => createModel(format, toModelOptions(options, model)),
    list: () => listUpstreamModels((model) => createModel(format, model), options as ListOptions),
  };
}

/** What is found out by asking the upstream; what the config says comes before it. */
type Found = Pick<UpstreamOptions, "baseUrl" | "credential"> & { readonly format: Format };

async function findFormat({ baseUrl, apiKey, format, credential }: UpstreamConfig): Promise<Found> {
  if (format !== undefined) return { format, baseUrl, credential };
  const { discoverUpstream } = await import("../../discover/discover-upstream.js");
  const found = await discoverUpstream({ baseUrl, apiKey });
  const foundCredential = apiKey === undefined ? undefined : found.credential;
  return {
    format: found.format,
    baseUrl: found.baseUrl,
    credential: credential ?? foundCredential,
  };
}

function toOptions({
  allModels: _,
  format: __,
  preset,
  capabilities,
  ...options
}: UpstreamConfig): Options {
  return { ...options, capabilities: { ...(preset && presets[preset]), ...capabilities } };
}

function toModelOptions(options: Options, model: ModelConfig): UpstreamOptions {
  const { id, model: name, aliases, displayName, prices, contextWindow } = model;
  return {
    ...options,
    ...dropUndefined({ id, model: name, aliases, displayName, prices, contextWindow }),
    capabilities: { ...options.capabilities, ...model.capabilities },
  } as UpstreamOptions;
}

function createModel(format: Format, options: UpstreamOptions): Model {
  return format === "messages"
    ? messagesUpstream(options as UpstreamOptions<MessagesUpstreamCapabilities>)
    : chatCompletionsUpstream(options as UpstreamOptions<ChatCompletionsUpstreamCapabilities>);
}
