import type { Conversation, Reasoning } from "@diglot/core";
import {
  isObject,
  type JsonObject,
  keepResult,
  runAtOnce,
  type Steps,
  toSessionId,
} from "@diglot/core/formats";
import type { ResponsesRequest } from "../schemas/request.js";
import { asksForCompaction } from "../wire/compaction.js";
import { type Continued, placeOf, type ReadRequest } from "../wire/request-of.js";
import { readTools, type ToolTable, type ToPlace } from "../wire/tool-table.js";
import { parseContent } from "./content.js";
import { parseExtensions, placedExtensionsOf } from "./extensions.js";
import { parseItems } from "./items.js";
import { type EffectiveSettings, readSettings } from "./settings.js";
import { parseOutput, parseToolChoice, parseTools } from "./tools.js";

/**
 * A validated body as a request. Its conversation is read when it is first asked for.
 * @param continued the reply whose items its input begins with
 */
export function toParsedRequest(request: ResponsesRequest, continued?: Continued): ReadRequest {
  let table: ToolTable | undefined;
  const toPlace = (index: number) => placeOf(index, continued);
  const tools = () => {
    table ??= readTools(request, toPlace);
    return table;
  };
  const readConversation = keepResult(() => parseConversation(request, tools(), toPlace));
  return {
    model: request.model,
    stream: request.stream === true,
    body: request,
    maxTokens: request.max_output_tokens ?? undefined,
    choices: 1,
    endUser: toEndUser(request),
    sessionId: toSession(request),
    tools,
    continued,
    conversation: () => runAtOnce(readConversation()),
    readConversation,
  };
}

/** It has the name that the same thing has in Chat Completions. */
function toVerbosity({ text }: EffectiveSettings): JsonObject {
  const { verbosity } = text ?? {};
  return verbosity == null ? {} : { verbosity };
}

/** The request in neutral form. `null` is the same as absent; nothing that the caller sent is lost. */
function* parseConversation(
  request: ResponsesRequest,
  tools: ToolTable,
  toPlace: ToPlace,
): Steps<Conversation> {
  const { instructions, tool_choice: choice } = request;
  const { system, turns } = yield* parseItems(request.input, tools, toPlace);
  const isReply = !asksForCompaction(request);
  const settings = readSettings(request, toPlace);
  const placed = placedExtensionsOf(request, toPlace);
  return {
    model: request.model,
    system: [...parseContent(instructions ?? "", "/instructions"), ...system],
    turns,
    tools: isReply ? parseTools(tools, choice) : [],
    toolChoice: isReply ? parseToolChoice(choice, tools) : undefined,
    parallelToolCalls: request.parallel_tool_calls ?? undefined,
    maxTokens: request.max_output_tokens ?? undefined,
    stopSequences: [],
    logprobs: toWantedLogprobs(request),
    temperature: request.temperature ?? undefined,
    topP: request.top_p ?? undefined,
    topK: undefined,
    seed: undefined,
    reasoning: toReasoning(settings.reasoning),
    output: isReply ? parseOutput(settings.text?.format) : undefined,
    userId: toEndUser(request),
    serviceTier: toNeutralTier(request.service_tier),
    cache: undefined,
    extensions: { ...parseExtensions(request, placed), ...toVerbosity(settings) },
    places: {
      ...commonPlaces,
      ...placed.places,
      userId: request.safety_identifier == null ? "/user" : "/safety_identifier",
      "reasoning.effort": settings.places.effort,
      "reasoning.display": settings.places.summary,
      output: settings.places.format,
      "output.schema": `${settings.places.format}/schema`,
      verbosity: settings.places.verbosity,
    },
  };
}

/** The places of the members whose name always differs from the neutral one. */
const commonPlaces = {
  system: "/instructions",
  toolChoice: "/tool_choice",
  parallelToolCalls: "/parallel_tool_calls",
  maxTokens: "/max_output_tokens",
  logprobs: "/top_logprobs",
  "logprobs.alternatives": "/top_logprobs",
  topP: "/top_p",
  serviceTier: "/service_tier",
} as const;

function toReasoning(reasoning: ResponsesRequest["reasoning"]): Reasoning | undefined {
  const { effort, summary } = reasoning ?? {};
  if (effort == null && summary == null) return undefined;
  return { ...(effort != null && { effort }), ...(summary != null && { display: "summarized" }) };
}

/** Log probabilities are asked for by either of two members. */
function toWantedLogprobs({ include, top_logprobs: alternatives }: ResponsesRequest) {
  const wanted = include?.includes("message.output_text.logprobs") || (alternatives ?? 0) > 0;
  return wanted ? { alternatives: alternatives ?? 0 } : undefined;
}

/** The newer of the two names takes precedence. */
function toEndUser({ safety_identifier: newer, user }: ResponsesRequest): string | undefined {
  return newer ?? user ?? undefined;
}

/** The session of Codex, or of clients of OpenRouter; other clients share `prompt_cache_key` among sessions. */
function toSession(request: ResponsesRequest): string | undefined {
  const { client_metadata: client, prompt_cache_key: key, session_id: session } = request;
  if (!isObject(client)) return toSessionId(session);
  return toSessionId(client.thread_id) ?? toSessionId(key);
}

/** The tier that a request asks for, in neutral words; a word that only this format has is kept. */
function toNeutralTier(tier: string | null | undefined): string | undefined {
  if (tier === "default") return "standard";
  return tier === "fast" ? "priority" : (tier ?? undefined);
}
