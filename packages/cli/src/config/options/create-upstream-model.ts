import {
  type ChatCompletionsUpstreamCapabilities,
  chatCompletionsUpstream,
  type MessagesUpstreamCapabilities,
  type Model,
  messagesUpstream,
  presets,
  type UpstreamOptions,
} from "@diglot/core";
import {
  completionsUpstream,
  embeddingsUpstream,
  imageEditsUpstream,
  imagesUpstream,
  moderationsUpstream,
  rerankUpstream,
  speechUpstream,
  transcriptionsUpstream,
} from "@diglot/endpoints";
import { type ResponsesUpstreamCapabilities, responsesUpstream } from "@diglot/responses";
import type { ModelConfig, UpstreamConfig } from "../types.js";
import type { ModelFormatName } from "../upstream-formats.js";
import { dropUndefined } from "./drop-undefined.js";
import { toCapabilities } from "./to-capabilities.js";

/** The options of an upstream's models, whose capabilities only their format can check. */
export interface UncheckedOptions extends Omit<UpstreamOptions, "capabilities"> {
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined;
}

/** What a config says of all models of an upstream; its address and its credential may still be found out. */
export function toUpstreamOptions({
  allModels: _,
  format: __,
  prices: ___,
  reasoningStore: ____,
  serverTools: _____,
  preset,
  capabilities,
  translation,
  ...options
}: UpstreamConfig): Omit<UncheckedOptions, "id"> {
  return {
    ...options,
    ...(translation && { translation: dropUndefined(translation) }),
    capabilities: { ...(preset && presets[preset]), ...toCapabilities(capabilities ?? {}) },
  };
}

/** What a config says of one model of an upstream. */
export function toModelOptions(model: ModelConfig): Omit<UncheckedOptions, "baseUrl"> {
  const { id, model: name, aliases, displayName, created, ownedBy, prices, contextWindow } = model;
  const capabilities = model.capabilities && toCapabilities(model.capabilities);
  const names = { id, model: name, aliases, displayName, created, ownedBy };
  return { id, ...dropUndefined({ ...names, prices, contextWindow, capabilities }) };
}

/** Makes a model of an upstream. @throws TypeError for options that the library refuses */
export function createUpstreamModel(format: ModelFormatName, options: UncheckedOptions): Model {
  return create[format](options);
}

const create: Readonly<Record<ModelFormatName, (options: UncheckedOptions) => Model>> = {
  messages: (options) => messagesUpstream(options as UpstreamOptions<MessagesUpstreamCapabilities>),
  responses: (options) =>
    responsesUpstream(options as UpstreamOptions<ResponsesUpstreamCapabilities>),
  "chat-completions": (options) =>
    chatCompletionsUpstream(options as UpstreamOptions<ChatCompletionsUpstreamCapabilities>),
  embeddings: (options) => embeddingsUpstream(options as UpstreamOptions),
  rerank: (options) => rerankUpstream(options as UpstreamOptions),
  transcriptions: (options) => transcriptionsUpstream(options as UpstreamOptions),
  speech: (options) => speechUpstream(options as UpstreamOptions),
  images: (options) => imagesUpstream(options as UpstreamOptions),
  "image-edits": (options) => imageEditsUpstream(options as UpstreamOptions),
  moderations: (options) => moderationsUpstream(options as UpstreamOptions),
  completions: (options) =>
    completionsUpstream(options as UpstreamOptions<ChatCompletionsUpstreamCapabilities>),
};
