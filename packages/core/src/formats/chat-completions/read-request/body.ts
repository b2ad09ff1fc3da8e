import type { Conversation } from "../../../conversation/conversation.js";
import type { WantedLogprobs } from "../../../conversation/logprobs.js";
import { keepResult, runAtOnce, type Steps } from "../../../runtime/steps.js";
import type { ParsedRequest } from "../../format.js";
import { toSessionId } from "../../session-id.js";
import type { ChatCompletionRequest } from "../schemas/request.js";
import { cacheNameOf, cacheOf } from "../wire/cache-control.js";
import { knowsOnlyFunctions } from "../wire/functions.js";
import { toNeutralTier } from "../wire/service-tier.js";
import { toTopK } from "../wire/top-k.js";
import { parseExtensions } from "./extensions.js";
import { parseFunctions } from "./functions.js";
import { parseMessages } from "./messages.js";
import { parseReasoning } from "./reasoning.js";
import { parseOutput, parseToolChoice, parseTools } from "./tools.js";

/** A validated body as a request. Its conversation is read when it is first asked for. */
export function toParsedRequest(request: ChatCompletionRequest): ParsedRequest {
  const session = request.session_id ?? request.litellm_session_id;
  const readConversation = keepResult(() => parseConversation(request));
  return {
    model: request.model,
    stream: request.stream === true,
    body: request,
    maxTokens: toMaxTokens(request),
    choices: request.n ?? 1,
    endUser: toEndUser(request),
    sessionId: session === undefined ? undefined : toSessionId(session),
    conversation: () => runAtOnce(readConversation()),
    readConversation,
  };
}

/** The request in neutral form. `null` is the same as absent; nothing that the caller sent is lost. */
export function* parseConversation(request: ChatCompletionRequest): Steps<Conversation> {
  const { stop } = request;
  const lifetime = toLifetime(request);
  const { reasoning, rest, places } = parseReasoning(request);
  const topK = toTopK(request.top_k);
  const legacy = request.functions && knowsOnlyFunctions(request);
  const functions = legacy ? parseFunctions(request, { at: "/functions", lifetime }) : undefined;
  return {
    model: request.model,
    ...(yield* parseMessages(request.messages, { at: "/messages", lifetime })),
    tools: parseTools(request, { at: "/tools", lifetime }),
    toolChoice: parseToolChoice(request.tool_choice),
    parallelToolCalls: request.parallel_tool_calls ?? undefined,
    ...functions,
    maxTokens: toMaxTokens(request),
    stopSequences: typeof stop === "string" ? [stop] : (stop ?? []),
    choices: request.n ?? undefined,
    logprobs: toWantedLogprobs(request),
    temperature: request.temperature ?? undefined,
    topP: request.top_p ?? undefined,
    topK: topK === "off" ? undefined : topK,
    seed: request.seed ?? undefined,
    reasoning,
    output: parseOutput(request.response_format),
    serviceTier: toNeutralTier(request.service_tier),
    cache: cacheOf(request).cache,
    userId: toEndUser(request),
    extensions: parseExtensions(request, rest),
    places: { ...commonPlaces, ...placesOf(request), ...functions?.places, ...places },
  };
}

/** The places of the members whose name always differs from the neutral one. */
const commonPlaces = {
  toolChoice: "/tool_choice",
  parallelToolCalls: "/parallel_tool_calls",
  stopSequences: "/stop",
  choices: "/n",
  "logprobs.alternatives": "/top_logprobs",
  topP: "/top_p",
  topK: "/top_k",
  output: "/response_format",
  serviceTier: "/service_tier",
} as const;

/** The places of the members that have several names. */
function placesOf(request: ChatCompletionRequest): Readonly<Record<string, string>> {
  const { max_completion_tokens: limit, safety_identifier: user, response_format } = request;
  const described = response_format?.type === "json_schema" ? "json_schema/" : "";
  return {
    maxTokens: limit == null ? "/max_tokens" : "/max_completion_tokens",
    cache: `/${cacheNameOf(request) ?? "cache_control"}`,
    "output.schema": `/response_format/${described}schema`,
    userId: user == null ? "/user" : "/safety_identifier",
  };
}

/** Alternatives alone, without log probabilities, are not read. */
function toWantedLogprobs({
  logprobs,
  top_logprobs: alternatives,
}: ChatCompletionRequest): WantedLogprobs | undefined {
  return logprobs === true ? { alternatives: alternatives ?? 0 } : undefined;
}

/** The newer of the two names takes precedence. */
function toMaxTokens(request: ChatCompletionRequest): number | undefined {
  return request.max_completion_tokens ?? request.max_tokens ?? undefined;
}

/** The newer of the two names takes precedence. */
function toEndUser(request: ChatCompletionRequest): string | undefined {
  return request.safety_identifier ?? request.user ?? undefined;
}

function toLifetime({ prompt_cache_options: options }: ChatCompletionRequest): string | undefined {
  return typeof options?.ttl === "string" ? options.ttl : undefined;
}
