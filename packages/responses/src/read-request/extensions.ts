import { isObject, type JsonObject, restOf, toPointer } from "@diglot/core/formats";
import type { ResponsesRequest } from "../schemas/request.js";
import type { RequestTool } from "../schemas/tools.js";
import type { ToPlace } from "../wire/tool-table.js";

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
export function parseExtensions(
  request: ResponsesRequest,
  { extensions }: PlacedExtensions,
): JsonObject {
  const rest: Record<string, unknown> = {};
  for (const name of Object.keys(request)) {
    if (usedFields.has(name) || name === "__proto__") continue;
    const value = request[name];
    const kept = left.has(name) ? left.get(name)?.(value, request) : value;
    if (kept !== undefined && kept !== null) rest[name] = kept;
  }
  const { verbosity } = request.text ?? {};
  if (verbosity != null) rest.verbosity = verbosity;
  return { ...rest, ...extensions };
}

/** Members that have no place in other formats: each has a name of its own, and its place in the body. */
export interface PlacedExtensions {
  readonly extensions: JsonObject;
  readonly places: Readonly<Record<string, string>>;
}

/** The members of namespaces beside their tools, wherever the namespaces are declared. */
export function namespacesOf(
  { tools, input }: ResponsesRequest,
  toPlace: ToPlace,
): PlacedExtensions {
  const found = namespacesIn(tools, "/tools");
  if (typeof input !== "string") {
    for (const [index, item] of input.entries()) {
      if (item.type !== "additional_tools") continue;
      found.push(...namespacesIn(item.tools, `${toPlace(index)}/tools`));
    }
  }
  return {
    extensions: Object.fromEntries(found.map(({ at, value }) => [at, value])),
    places: Object.fromEntries(found.map(({ at }) => [at, at])),
  };
}

function namespacesIn(tools: readonly RequestTool[] | null | undefined, at: string) {
  return (tools ?? []).flatMap((tool, index) => {
    if (tool.type !== "namespace") return [];
    const rest = restOf(tool, ["type", "name", "tools"]) ?? {};
    return Object.entries(rest).map(([name, value]) => ({
      at: `${at}/${index}${toPointer([name])}`,
      value,
    }));
  });
}

function leave(value: unknown, used: readonly string[]): JsonObject | undefined {
  return isObject(value) ? restOf(value, used) : undefined;
}

/** A set of allowed tools is kept, because the conversation contains only its effect. */
function leaveToolChoice(choice: unknown): unknown {
  return isObject(choice) && choice.type === "allowed_tools" ? choice : undefined;
}
