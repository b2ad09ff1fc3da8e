import type { ServiceError } from "../../../errors/service-error.js";
import type { JsonObject } from "../../../json/value.js";
import type { Capabilities, Model } from "../../../models/model.js";
import type { ParsedRequest } from "../../format.js";
import { type ChatCompletionRequest, knownFields } from "../schemas/request.js";
import type { RequestToolChoice } from "../schemas/tools.js";
import type { FormatSettings } from "../settings.js";
import { requestOf } from "../wire/request-of.js";
import { findFunctionChoiceFault, findFunctionsFault } from "./functions-support.js";
import { findMessageSupportFault } from "./message-support.js";
import {
  adviseValues,
  refuse,
  refuseParameter,
  refuseUnknown,
  refuseValue,
  toServiceError,
} from "./problem.js";
import { findSamplingFault } from "./sampling-support.js";
import { findUnknownContent } from "./unknown-content.js";

/** Finds something that a request asks for and a model does not support. */
type SupportRule = (
  request: ChatCompletionRequest,
  capabilities: Capabilities,
) => ServiceError | undefined;

/** The checks, in the order in which the members' form is checked. */
const rules: readonly SupportRule[] = [
  findUnknownContent,
  findMessageSupportFault,
  findFunctionsFault,
  findFunctionChoiceFault,
  findToolsFault,
  findToolChoiceFault,
  (request, model) => findLimitFault("max_completion_tokens", request, model),
  findSamplingFault,
  findMemberFault,
  findResponseFormatFault,
  (request, model) => findLimitFault("max_tokens", request, model),
  findEffortFault,
  findModalityFault,
  findExtensionFault,
];

/**
 * Refuses what the model does not support, member by member. Values that change nothing are never
 * refused, and hints (`user`, `metadata`, `store`, …) pass.
 * @throws ServiceError `bad_request` with code `unsupported_parameter`, `unsupported_value`,
 * `unknown_parameter`, `integer_above_max_value` or `context_length_exceeded`
 */
export function checkSupport(parsed: ParsedRequest, model: Model, settings: FormatSettings): void {
  const request = requestOf(parsed);
  const findUnsupported = (asked: JsonObject) =>
    findSupportFault(asked as ChatCompletionRequest, model.capabilities);
  const models = settings.strict?.models;
  const fault = models
    ? models.findFault(request, model.id, findUnsupported)
    : findUnsupported(request);
  if (fault) throw fault;
  const exceeded = findContextFault(parsed, model);
  if (exceeded) throw exceeded;
}

function findSupportFault(
  request: ChatCompletionRequest,
  capabilities: Capabilities,
): ServiceError | undefined {
  for (const rule of rules) {
    const fault = rule(request, capabilities);
    if (fault) return fault;
  }
  return undefined;
}

/** Members that the format knows and the service does not implement. */
const notImplemented = ["moderation", "prediction", "audio"] as const;

function findMemberFault(
  request: ChatCompletionRequest,
  { webSearch }: Capabilities,
): ServiceError | undefined {
  const refused = webSearch ? notImplemented : [...notImplemented, "web_search_options" as const];
  const name = refused.find((member) => isGiven(request[member]));
  return name && refuseParameter(name);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function findToolsFault(
  { tools }: ChatCompletionRequest,
  { tools: taken }: Capabilities,
): ServiceError | undefined {
  return taken || !tools || tools.length === 0 ? undefined : refuseParameter("tools");
}

/** The neutral kinds of tool choice and their names on the wire. */
const choiceKinds = { auto: "auto", none: "none", any: "required", tool: "function" } as const;
type ChoiceKind = keyof typeof choiceKinds;

function findToolChoiceFault(
  { tools, tool_choice: choice }: ChatCompletionRequest,
  capabilities: Capabilities,
): ServiceError | undefined {
  const kind = toChoiceKind(choice);
  const hasTools = tools !== undefined && tools !== null && tools.length > 0;
  // The default: the model decides, or there is nothing to call.
  if (kind === undefined || kind === "auto" || (kind === "none" && !hasTools)) return undefined;
  if (!capabilities.tools) return refuseParameter("tool_choice");
  if (capabilities.toolChoice.includes(kind)) return undefined;
  const shown = typeof choice === "object" ? choice?.type : choice;
  const taken = capabilities.toolChoice.map((name) => choiceKinds[name]);
  return refuseValue(["tool_choice"], shown, adviseValues(taken));
}

function toChoiceKind(choice: RequestToolChoice | null | undefined): ChoiceKind | undefined {
  if (choice === "required") return "any";
  if (typeof choice === "string") return choice;
  if (choice?.type === "function" || choice?.type === "custom") return "tool";
  if (choice?.type !== "allowed_tools") return undefined;
  return choice.allowed_tools?.mode === "required" ? "any" : "auto";
}

function findLimitFault(
  name: "max_completion_tokens" | "max_tokens",
  request: ChatCompletionRequest,
  { maxOutputTokens: maximum }: Capabilities,
): ServiceError | undefined {
  const limit = request[name] ?? 0;
  // The older name is ignored if the newer one is given.
  const counts = name === "max_completion_tokens" || !isGiven(request.max_completion_tokens);
  if (!counts || maximum === undefined || limit <= maximum) return undefined;
  return toServiceError({ code: "too_big", origin: "number", maximum, input: limit, path: [name] });
}

function findResponseFormatFault(
  { response_format: format }: ChatCompletionRequest,
  { outputFormats }: Capabilities,
): ServiceError | undefined {
  if (!format || format.type === "text") return undefined;
  // A json_object format that also has a schema counts as json_schema.
  const kind = format.type === "json_object" && !format.schema ? "json" : "json_schema";
  const known = format.type === "json_object" || format.type === "json_schema";
  if (known && outputFormats.includes(kind)) return undefined;
  const names = outputFormats.map((name) => (name === "json" ? "json_object" : name));
  return refuseValue(["response_format", "type"], format.type, adviseValues(["text", ...names]));
}

function findEffortFault(
  { reasoning_effort: level }: ChatCompletionRequest,
  { effort }: Capabilities,
): ServiceError | undefined {
  if (!level || effort.includes(level)) return undefined;
  if (effort.length === 0) return refuseParameter("reasoning_effort");
  return refuseValue(["reasoning_effort"], level, adviseValues(effort));
}

/** Replies are text only. */
function findModalityFault({ modalities }: ChatCompletionRequest): ServiceError | undefined {
  const other = modalities?.find((modality) => modality !== "text");
  return other === undefined
    ? undefined
    : refuseValue(["modalities"], other, adviseValues(["text"]));
}

/** Checks members that the format does not know against the names that the model accepts. */
function findExtensionFault(
  request: ChatCompletionRequest,
  { extensions, sampling }: Capabilities,
): ServiceError | undefined {
  if (extensions === true) return undefined;
  const name = Object.keys(request).find(
    (key) =>
      !knownFields.has(key) &&
      isGiven(request[key]) &&
      !extensions.includes(key) &&
      !sampling.includes(key),
  );
  return name === undefined ? undefined : refuseUnknown(name);
}

/** Applies only to models whose context window is known. */
function findContextFault(request: ParsedRequest, model: Model): ServiceError | undefined {
  const window = model.capabilities.contextWindow;
  if (window === undefined) return undefined;
  const conversation = request.conversation();
  const all = model.countInputTokens(conversation);
  if (all <= window) return undefined;
  const tools = conversation.tools.length > 0;
  const plain = tools ? model.countInputTokens({ ...conversation, tools: [] }) : all;
  const parts = tools ? ` (${plain} in the messages, ${all - plain} in the functions)` : "";
  return refuse(
    `This model's maximum context length is ${window} tokens. However, your messages resulted in ${all} tokens${parts}. Please reduce the length of the messages${tools ? " or functions" : ""}.`,
    "messages",
    "context_length_exceeded",
  );
}
