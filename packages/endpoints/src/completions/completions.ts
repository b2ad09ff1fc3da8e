import {
  type ChatCompletionsUpstreamCapabilities,
  createUpstream,
  type Model,
  type UpstreamFormat,
  type UpstreamOptions,
} from "@diglot/core";
import {
  defaultChatCompletionsCapabilities,
  editChatCompletionsRequest,
  toObject,
  validChatCompletionsCapabilities,
} from "@diglot/core/formats";
import * as z from "zod/mini";
import { count, flag, textForms, texts } from "../formats/schemas.js";
import { noConversation } from "../relay-format/capabilities.js";
import { createRelayFormat } from "../relay-format/create-relay-format.js";
import { observeCompletions } from "./observer.js";
import { completionsOutput } from "./output.js";

const completions = createRelayFormat({
  name: "completions",
  path: "/v1/completions",
  request: z.looseObject({
    model: z.string(),
    // The vendor completes the end of a text if there is none.
    prompt: z.nullish(z.union([z.string(), texts])),
    max_tokens: z.nullish(z.int().check(z.minimum(0))),
    n: count,
    best_of: count,
    stream: flag,
    stream_options: z.nullish(z.looseObject({})),
  }),
  forms: { prompt: textForms, max_tokens: "an integer", n: "an integer", best_of: "an integer" },
  isReply: (body) => Array.isArray(toObject(body).choices),
  output: completionsOutput,
  observeStream: observeCompletions,
});

/** Legacy completions (`POST /v1/completions`), for the option `formats` of `createService`. */
export const completionsFormat = completions.format;

/**
 * The same endpoint of an upstream, for `createUpstream`. Limits and the usage of streams are asked for as in
 * Chat Completions, so servers differ in the same ways, and have the same capabilities.
 */
export const completionsUpstreamFormat: UpstreamFormat<ChatCompletionsUpstreamCapabilities> = {
  ...completions.upstream,
  capabilities: { ...defaultChatCompletionsCapabilities, ...noConversation },
  validCapabilities: validChatCompletionsCapabilities,
  editRelayedRequest: editChatCompletionsRequest,
};

/**
 * A text model of a service that has `POST /v1/completions`.
 *
 * @example
 * completionsUpstream({ id: "base", baseUrl: "http://127.0.0.1:8000/v1", model: "llama-3.1-8b" });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function completionsUpstream(
  options: UpstreamOptions<ChatCompletionsUpstreamCapabilities>,
): Model {
  return createUpstream(completionsUpstreamFormat, options);
}
