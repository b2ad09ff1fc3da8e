import { isObject, type JsonObject, restOf, toPointer } from "@diglot/core/formats";
import type { ResponsesRequest } from "../schemas/request.js";

/** Members that have a neutral field, that only control the answer, or that are refused before. */
const usedFields: ReadonlySet<string> = new Set([
  "model",
  "input",
  "instructions",
  "tools",
  "parallel_tool_calls",
  "max_output_tokens",
  "temperature",
  "top_p",
  "top_logprobs",
  "safety_identifier",
  "service_tier",
  "stream",
  "include",
  "store",
  "background",
  "conversation",
  "prompt",
]);

/** What is left of a member after its neutral fields were read. */
type Leave = (value: unknown, request: ResponsesRequest) => unknown;

/** The members of which only a part has a neutral field. */
const left: ReadonlyMap<string, Leave> = new Map<string, Leave>([
  [
    "user",
    (value, { safety_identifier: newer }) => (newer == null || newer === value ? undefined : value),
  ],
  ["stream_options", (value) => leave(value, ["include_obfuscation"])],
  ["reasoning", (value) => leave(value, ["effort", "summary"])],
  ["text", (value) => leave(value, ["format", "verbosity"])],
  ["tool_choice", leaveToolChoice],
]);

/**
 * Every member of the body without a neutral field, and the unread rest of the others. `text.verbosity`
 * has the name that the same thing has in Chat Completions.
 */
export function parseExtensions(request: ResponsesRequest): JsonObject {
  const rest: Record<string, unknown> = {};
  for (const name of Object.keys(request)) {
    if (usedFields.has(name) || name === "__proto__") continue;
    const value = request[name];
    const kept = left.has(name) ? left.get(name)?.(value, request) : value;
    if (kept !== undefined && kept !== null) rest[name] = kept;
  }
  const { verbosity } = request.text ?? {};
  if (verbosity != null) rest.verbosity = verbosity;
  return { ...rest, ...namespacesOf(request).extensions };
}

/**
 * The members of namespaces beside their tools: other formats have no place for them. Each has a name of its
 * own among the extensions, and its place in the body.
 */
export function namespacesOf({ tools }: ResponsesRequest): {
  readonly extensions: JsonObject;
  readonly places: Readonly<Record<string, string>>;
} {
  const extensions: Record<string, unknown> = {};
  const places: Record<string, string> = {};
  for (const [index, tool] of (tools ?? []).entries()) {
    if (tool.type !== "namespace") continue;
    const rest = restOf(tool, ["type", "name", "tools"]) ?? {};
    for (const [name, value] of Object.entries(rest)) {
      const key = `tools.${index}.${name}`;
      extensions[key] = value;
      places[key] = `/tools/${index}${toPointer([name])}`;
    }
  }
  return { extensions, places };
}

function leave(value: unknown, used: readonly string[]): JsonObject | undefined {
  return isObject(value) ? restOf(value, used) : undefined;
}

/** A set of allowed tools is kept, because the conversation contains only its effect. */
function leaveToolChoice(choice: unknown): unknown {
  return isObject(choice) && choice.type === "allowed_tools" ? choice : undefined;
}
