import type { JsonObject } from "@diglot/core";
import type { ResponsesRequest } from "../schemas/request.js";
import type { ResponseObject } from "../schemas/response.js";
import type { RequestTool } from "../schemas/tools.js";
import { continuedOf, isStored, requestOf } from "../wire/request-of.js";
import type { AnswerContext } from "./context.js";

/** What all versions of one response have in common. */
export interface ResponseHead {
  readonly id: string;
  readonly createdAt: number;
  readonly model: string;
  readonly serviceTier: string | undefined;
}

/** What distinguishes them. */
export type ResponseState = Pick<ResponseObject, "status" | "output"> &
  Partial<Pick<ResponseObject, "completed_at" | "error" | "incomplete_details" | "usage">>;

/** The head of a reply that begins now. The id is the upstream's if there is one. */
export function createHead(
  { ids, clock }: Pick<AnswerContext, "ids" | "clock">,
  {
    model,
    id,
    serviceTier,
  }: { model: string; id?: string | undefined; serviceTier?: string | undefined },
): ResponseHead {
  return {
    id: id === undefined ? ids.create("resp_", 48) : `resp_${id}`,
    createdAt: toSeconds(clock.now()),
    model,
    serviceTier,
  };
}

/** Unix time in whole seconds. */
export function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** Writes the versions of one response. What is not taken from the request as it is, is made once. */
export function createResponseWriter(
  context: Pick<AnswerContext, "request" | "settings">,
  head: ResponseHead,
) {
  const request = requestOf(context.request);
  const { reasoning, text } = request;
  const tools = (request.tools ?? []).map(echoTool);
  const shownText = {
    format: text?.format ?? { type: "text" },
    verbosity: text?.verbosity ?? "medium",
  };
  const effort = reasoning?.effort ?? null;
  const summary = reasoning?.summary ?? null;
  return (state: ResponseState): ResponseObject => ({
    id: head.id,
    object: "response",
    created_at: head.createdAt,
    status: state.status,
    background: false,
    completed_at: state.completed_at ?? null,
    error: state.error ?? null,
    frequency_penalty: request.frequency_penalty ?? 0,
    incomplete_details: state.incomplete_details ?? null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: request.max_tool_calls ?? null,
    model: head.model,
    output: state.output,
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    presence_penalty: request.presence_penalty ?? 0,
    previous_response_id: continuedOf(context.request)?.id ?? null,
    prompt_cache_key: request.prompt_cache_key ?? null,
    prompt_cache_retention: request.prompt_cache_retention ?? null,
    reasoning: { ...reasoning, effort, summary },
    safety_identifier: request.safety_identifier ?? null,
    service_tier: toServiceTier(request, head.serviceTier, state.status),
    store: isStored(context.request, context.settings),
    temperature: request.temperature ?? 1,
    text: { ...text, ...shownText },
    tool_choice: request.tool_choice ?? "auto",
    tools,
    top_logprobs: request.top_logprobs ?? 0,
    top_p: request.top_p ?? 1,
    truncation: request.truncation ?? "disabled",
    usage: state.usage ?? null,
    user: request.user ?? null,
    metadata: request.metadata ?? {},
  });
}

/** Each function has all of its members; some clients require them. */
function echoTool(tool: RequestTool): JsonObject {
  if (tool.type !== "function") return tool;
  const { type, description, name, parameters, strict, ...rest } = tool;
  return {
    type,
    description: description ?? null,
    name,
    parameters: parameters ?? null,
    strict: strict ?? null,
    ...rest,
  };
}

/** The tiers that an upstream reports, in the words of this wire. */
const givenTiers: ReadonlyMap<string | undefined, string> = new Map([
  ["standard", "default"],
  ["priority", "priority"],
]);

const askedTiers: ReadonlyMap<string, string> = new Map([
  ["fast", "priority"],
  ["priority", "priority"],
  ["flex", "flex"],
  ["scale", "scale"],
]);

/** While the reply is being made, the tier that was asked for; then the one in force. */
function toServiceTier(
  { service_tier: asked }: ResponsesRequest,
  given: string | undefined,
  status: ResponseObject["status"],
): string {
  if (status === "in_progress") return asked ?? "auto";
  return givenTiers.get(given) ?? askedTiers.get(asked ?? "auto") ?? "default";
}
