import { isObject, type JsonObject, restOf, toPointer } from "@diglot/core/formats";
import type { InputItem } from "../schemas/items.js";
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

/** The members of settings that are read. */
const usedReasoning = ["effort", "summary"];
const usedText = ["format", "verbosity"];

/** The members of which only a part has a neutral field. */
const left: ReadonlyMap<string, Leave> = new Map<string, Leave>([
  [
    "user",
    (value, { safety_identifier: newer }) => (newer == null || newer === value ? undefined : value),
  ],
  ["stream_options", (value) => leave(value, ["include_obfuscation"])],
  ["reasoning", (value) => leave(value, usedReasoning)],
  ["text", (value) => leave(value, usedText)],
  ["tool_choice", leaveToolChoice],
]);

/** Every member of the body without a neutral field, and the unread rest of the others. */
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
  return { ...rest, ...extensions };
}

/** Members that have no place in other formats: each has a name of its own, and its place in the body. */
export interface PlacedExtensions {
  readonly extensions: JsonObject;
  readonly places: Readonly<Record<string, string>>;
}

/**
 * The members of namespaces beside their tools, wherever the namespaces are declared, and those of items that
 * change settings.
 */
export function placedExtensionsOf(
  { tools, input }: ResponsesRequest,
  toPlace: ToPlace,
): PlacedExtensions {
  const found = namespacesIn(tools, "/tools");
  if (typeof input !== "string") {
    for (const [index, item] of input.entries()) {
      if (item.type === "additional_tools") {
        found.push(...namespacesIn(item.tools, `${toPlace(index)}/tools`));
      }
      if (item.type === "configuration_update") found.push(...updateAt(item, toPlace(index)));
    }
  }
  return {
    extensions: Object.fromEntries(found.map(({ at, value }) => [at, value])),
    places: Object.fromEntries(found.map(({ at }) => [at, at])),
  };
}

interface Placed {
  /** A JSON pointer. */
  readonly at: string;
  readonly value: unknown;
}

function namespacesIn(tools: readonly RequestTool[] | null | undefined, at: string): Placed[] {
  return (tools ?? []).flatMap((tool, index) =>
    tool.type === "namespace"
      ? membersAt(`${at}/${index}`, restOf(tool, ["type", "name", "tools"]))
      : [],
  );
}

/** What an item that changes settings says beyond them. */
function updateAt(item: InputItem, at: string): readonly Placed[] {
  const { reasoning, text } = item as Partial<Pick<ResponsesRequest, "reasoning" | "text">>;
  return [
    ...membersAt(`${at}/reasoning`, leave(reasoning, usedReasoning)),
    ...membersAt(`${at}/text`, leave(text, usedText)),
    ...membersAt(at, restOf(item, ["type", "id", "reasoning", "text"])),
  ];
}

function membersAt(at: string, members: JsonObject | undefined): Placed[] {
  return Object.entries(members ?? {}).map(([name, value]) => ({
    at: `${at}${toPointer([name])}`,
    value,
  }));
}

function leave(value: unknown, used: readonly string[]): JsonObject | undefined {
  return isObject(value) ? restOf(value, used) : undefined;
}

/** A set of allowed tools is kept, because the conversation contains only its effect. */
function leaveToolChoice(choice: unknown): unknown {
  return isObject(choice) && choice.type === "allowed_tools" ? choice : undefined;
}
