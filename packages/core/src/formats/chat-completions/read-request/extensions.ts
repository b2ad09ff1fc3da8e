import { isObject, type JsonObject } from "../../../json/value.js";
import type { ChatCompletionRequest } from "../schemas/request.js";
import { cacheNameOf } from "../wire/cache-control.js";
import { knowsOnlyFunctions } from "../wire/functions.js";
import { toTopK } from "../wire/top-k.js";
import { restOf } from "./content.js";
import { parseFunctionChoice } from "./functions.js";

/** Members that have a neutral field, or that only control the form of the answer. */
const usedFields: ReadonlySet<string> = new Set([
  "model",
  "messages",
  "tools",
  "parallel_tool_calls",
  "max_completion_tokens",
  "stop",
  "n",
  "temperature",
  "top_p",
  "seed",
  "reasoning_effort",
  "reasoning",
  "thinking",
  "safety_identifier",
  "service_tier",
  "stream",
]);

/** The members of the objects that have a neutral field, by the object's name. */
const usedMembers: ReadonlyMap<string, readonly string[]> = new Map([
  ["stream_options", ["include_usage", "include_obfuscation"]],
]);

/**
 * Every member of the body without a neutral field, and the unread rest of the others: the value that
 * another name overrides, and unknown members of objects. Without nulls.
 */
export function parseExtensions(request: ChatCompletionRequest, reasoning: JsonObject): JsonObject {
  const cacheControl = cacheNameOf(request);
  const topK = toTopK(request.top_k) === undefined ? undefined : "top_k";
  const rest: { [name: string]: unknown } = {};
  for (const name of Object.keys(request)) {
    if (usedFields.has(name) || name === topK || name === cacheControl) continue;
    const left = name === "__proto__" ? undefined : leave(name, request[name], request);
    if (left !== undefined && left !== null) rest[name] = left;
  }
  return { ...rest, ...reasoning };
}

function leave(name: string, value: unknown, request: ChatCompletionRequest): unknown {
  switch (name) {
    case "logprobs":
    case "top_logprobs":
      return request.logprobs === true ? undefined : value;
    case "max_tokens":
      return leaveLoser(value, request.max_completion_tokens);
    case "user":
      return leaveLoser(value, request.safety_identifier);
    case "functions":
      return knowsOnlyFunctions(request) ? undefined : value;
    case "function_call":
      return knowsOnlyFunctions(request) ? leaveFunctionChoice(request[name]) : value;
    case "tool_choice":
      return hasFunctionChoice(request) ? value : leaveToolChoice(value);
    case "response_format":
      return leaveFormat(value);
    default: {
      const members = usedMembers.get(name);
      return members && isObject(value) ? restOf(value, members) : value;
    }
  }
}

/** The value of an older name, if the newer name has another value. */
function leaveLoser(value: unknown, winner: unknown): unknown {
  return winner === undefined || winner === null || winner === value ? undefined : value;
}

/** Whether `function_call` counts, so that a tool choice beside it does not. */
function hasFunctionChoice(request: ChatCompletionRequest): boolean {
  return knowsOnlyFunctions(request) && parseFunctionChoice(request.function_call) !== undefined;
}

function leaveFunctionChoice(choice: ChatCompletionRequest["function_call"]): unknown {
  if (parseFunctionChoice(choice) === undefined) return choice;
  return isObject(choice) ? restOf(choice, ["name"]) : undefined;
}

/** A set of allowed tools is kept, because the conversation contains only its effect. */
function leaveToolChoice(choice: unknown): unknown {
  if (!isObject(choice)) return undefined;
  const { type } = choice;
  if (type === "allowed_tools") return choice;
  if (type !== "function" && type !== "custom") return undefined;
  const inner = choice[type];
  const innerRest = isObject(inner) ? restOf(inner, ["name"]) : undefined;
  const rest = restOf(choice, ["type", "function", "custom"]);
  return rest || innerRest ? { ...rest, ...(innerRest ? { [type]: innerRest } : {}) } : undefined;
}

/** The members of the response format that are not read; a format of an unknown type is kept whole. */
function leaveFormat(format: unknown): unknown {
  if (!isObject(format)) return undefined;
  const { type, json_schema: described } = format;
  if (type === "text") return restOf(format, ["type"]);
  if (type === "json_object") return restOf(format, ["type", "schema"]);
  if (type !== "json_schema") return format;
  const inner = isObject(described)
    ? restOf(described, ["name", "description", "schema", "strict"])
    : undefined;
  const rest = restOf(format, ["type", "json_schema"]);
  return rest || inner ? { ...rest, ...(inner ? { json_schema: inner } : {}) } : undefined;
}
