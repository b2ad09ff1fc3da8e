import { defaultChoices, type UpstreamCapabilities } from "../conversation/capabilities.js";
import type { Conversation } from "../conversation/conversation.js";
import { estimateInputTokens } from "../conversation/usage/estimate.js";
import type { UpstreamFormat } from "../formats/upstream-format.js";
import type { Capabilities, Model, ModelRequest, Reply } from "../models/model.js";
import { limitTime } from "../models/wrappers/with-timeout.js";
import { checkOptions } from "../validation/check-options.js";
import { port } from "../validation/objects.js";
import { checkUpstreamOptions } from "./check-options.js";
import { countTokens } from "./count-tokens.js";
import { UpstreamKey } from "./keys/upstream-key.js";
import type { UpstreamOptions, UpstreamSettings } from "./options.js";
import { relay } from "./relay/relay.js";
import { createHeaderWriter } from "./send/headers.js";
import { toUpstreamSettings } from "./settings.js";
import { translate } from "./translate/translate.js";
import type { KeyedUpstream, Upstream } from "./upstream.js";

const upstreams = new WeakMap<Model, Upstream>();

/** The upstream behind a model that was made here. */
export function upstreamOf(model: Model): Upstream | undefined {
  return upstreams.get(model);
}

/**
 * One model of an upstream of a format. Requests in that format are relayed, others are translated.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createUpstream<C extends UpstreamCapabilities>(
  format: UpstreamFormat<C>,
  options: UpstreamOptions<C>,
): Model {
  const writes = "the upstream format of a wire format";
  checkOptions("createUpstream", format, port<UpstreamFormat>(writes, "writeRequest"), "format");
  checkUpstreamOptions("createUpstream", options, format.validCapabilities);
  return openUpstream(format, options);
}

/** The same with options that have been checked. */
export function openUpstream<C extends UpstreamCapabilities>(
  format: UpstreamFormat<C>,
  options: UpstreamOptions<C>,
): Model {
  const settings = toUpstreamSettings(options, format.capabilities);
  const respond = (request: ModelRequest) =>
    isLimited(settings)
      ? limitTime(request, settings.timeouts, (limited) => answer(upstream, limited))
      : answer(upstream, request);
  const model = Object.freeze({
    ...toDescription(settings),
    ownChoices: [format.name],
    respond,
    secrets: () => settings.secrets,
    ...(format.units && { units: format.units }),
    ...(format.countTokensPath !== undefined && {
      countTokens: (request: Parameters<typeof countTokens>[1]) => countTokens(upstream, request),
    }),
  });
  const writeHeaders = createHeaderWriter(format, settings);
  const single: Upstream = { format, settings, model, writeHeaders };
  const upstream: Upstream = Object.freeze({ ...single, keys: withEachKey(single) });
  upstreams.set(model, upstream);
  return model;
}

/** The upstream with each of its keys, if it has several. */
function withEachKey(upstream: Upstream): readonly KeyedUpstream[] | undefined {
  const { format, settings } = upstream;
  return settings.apiKeys?.map((apiKey, index) => ({
    ...upstream,
    writeHeaders: createHeaderWriter(format, { ...settings, apiKey }),
    key: new UpstreamKey(apiKey, index),
  }));
}

/** Whether it has its own timeouts; those of the service apply in any case. */
function isLimited({ timeouts }: UpstreamSettings): boolean {
  const { firstEvent, betweenEvents, total } = timeouts;
  return [firstEvent, betweenEvents, total].some((limit) => limit !== undefined);
}

function answer(upstream: Upstream, request: ModelRequest): Promise<Reply> {
  const { origin, choice, asEvents } = request;
  // One of several choices is joined with the others, so its reply must be read.
  return origin.format === upstream.format.name && choice === undefined && !asEvents
    ? relay(upstream, request)
    : translate(upstream, request);
}

/** Its description, for the list of models and the service. It validates its own requests, by its format's tables. */
function toDescription(
  settings: UpstreamSettings,
): Omit<Model, "respond" | "countTokens" | "ownChoices" | "secrets"> {
  return {
    id: settings.id,
    aliases: settings.aliases ?? [],
    displayName: settings.displayName ?? settings.id,
    created: settings.created ?? 0,
    ownedBy: settings.ownedBy ?? "diglot",
    capabilities: toCapabilities(settings.capabilities, settings.contextWindow),
    validatesOwnRequests: true,
    prices: settings.prices,
    countInputTokens: (conversation: Conversation) =>
      estimateInputTokens(conversation, settings.countTokens),
  };
}

const samplingNames: Readonly<Record<UpstreamCapabilities["samplingParams"], readonly string[]>> = {
  all: ["temperature", "top_p"],
  temperature_or_top_p: ["temperature", "top_p"],
  not_with_thinking: ["temperature", "top_p"],
  none: [],
};

/** An upstream's capabilities in the terms of the list of models. */
function toCapabilities(
  upstream: UpstreamCapabilities,
  contextWindow: number | undefined,
): Capabilities {
  const { images, documents, samplingParams } = upstream;
  return {
    tools: upstream.tools,
    toolChoice: upstream.toolChoice,
    images: images.url || images.base64,
    documents: documents.pdf || documents.text || documents.url,
    audio: upstream.audio,
    thinking: upstream.thinkingModes,
    effort: upstream.effortLevels,
    outputFormats: [
      ...(upstream.jsonObject ? (["json"] as const) : []),
      ...(upstream.jsonSchema ? (["json_schema"] as const) : []),
    ],
    sampling: [...samplingNames[samplingParams], ...(upstream.topK ? ["top_k"] : [])],
    stopSequences: upstream.maxStop > 0,
    choices: upstream.choices ?? defaultChoices,
    logprobs: false,
    webSearch: false,
    prefill: upstream.prefill !== "no",
    systemTurns: upstream.midSystem,
    maxOutputTokens: upstream.maxOutput,
    contextWindow,
    extensions: true,
    unknownContent: true,
  };
}
