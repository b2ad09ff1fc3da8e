import type { OutputFormat, Tool, ToolChoice } from "../../../conversation/conversation.js";
import type { JsonObject } from "../../../json/value.js";
import type { ChatCompletionRequest, ResponseFormat } from "../schemas/request.js";
import type { RequestTool, RequestToolChoice, RequestToolChoiceObject } from "../schemas/tools.js";
import { cacheNameOf, cacheOf } from "../wire/cache-control.js";
import { formatName } from "../wire/names.js";
import { restOf, withCachePlace } from "./content.js";
import { below, type Scope } from "./scope.js";

/** A function without parameters takes an empty object. */
export const noParameters = { type: "object", properties: {} } as const;

/**
 * The tools that the model may call. If the caller allows only some of them, the others are
 * left out; they are still in the body of the request.
 */
export function parseTools(
  { tools, tool_choice }: ChatCompletionRequest,
  scope: Scope,
): readonly Tool[] {
  const allowed = typeof tool_choice === "object" ? tool_choice?.allowed_tools?.tools : undefined;
  const names = allowed && new Set(allowed.map(nameOf));
  return (tools ?? []).flatMap((tool, index) =>
    !names || names.has(nameOf(tool)) ? toTool(tool, below(scope, index)) : [],
  );
}

function nameOf(tool: { readonly [name: string]: unknown }): unknown {
  const body = tool.function ?? tool.custom;
  return typeof body === "object" && body !== null && "name" in body ? body.name : undefined;
}

function toTool(tool: RequestTool, scope: Scope): Tool {
  const definition = tool.function;
  if (tool.type !== "function" || !definition) {
    const name = tool.custom?.name;
    return { type: "native", format: formatName, name, value: tool, at: scope.at };
  }
  const { name, description, parameters, strict } = definition;
  const cacheControl = cacheNameOf(tool);
  const inner = restOf(definition, ["name", "description", "parameters", "strict"]);
  const rest = restOf(tool, ["type", "function", ...(cacheControl ? [cacheControl] : [])]);
  return {
    type: "function",
    name,
    ...(typeof description === "string" ? { description } : {}),
    parameters: parameters ?? noParameters,
    ...(typeof strict === "boolean" ? { strict } : {}),
    ...cacheOf(tool, scope),
    ...(inner ? { extra: { ...rest, function: inner } } : rest && { extra: rest }),
    at: scope.at,
    places: withCachePlace(toolPlaces, cacheControl),
  };
}

const toolPlaces = {
  name: "function/name",
  description: "function/description",
  parameters: "function/parameters",
  strict: "function/strict",
} as const;

const choiceTypes = { auto: "auto", none: "none", required: "any" } as const;

/** How the model should use the tools; a set of allowed tools keeps only its mode. */
export function parseToolChoice(
  choice: RequestToolChoice | null | undefined,
): ToolChoice | undefined {
  if (choice === null || choice === undefined) return undefined;
  if (typeof choice === "string") return { type: choiceTypes[choice] };
  return toObjectChoice(choice);
}

function toObjectChoice(choice: RequestToolChoiceObject): ToolChoice {
  const named = choice.type === "function" ? choice.function : undefined;
  const custom = choice.type === "custom" ? choice.custom : undefined;
  const tool = named ?? custom;
  if (tool) return { type: "tool", name: tool.name };
  if (choice.type === "allowed_tools" && choice.allowed_tools) {
    return { type: choice.allowed_tools.mode === "required" ? "any" : "auto" };
  }
  return { type: "native", format: formatName, value: choice };
}

/**
 * The form that the text of the reply should have. A schema beside `json_object`, which the vendor
 * does not know but other services honour, counts as a schema.
 */
export function parseOutput(format: ResponseFormat | null | undefined): OutputFormat | undefined {
  switch (format?.type) {
    case "text":
      return { type: "text" };
    case "json_object":
      return format.schema
        ? { type: "json_schema", schema: format.schema as JsonObject }
        : { type: "json" };
    case "json_schema":
      return toSchemaOutput(format);
    default:
      return undefined;
  }
}

function toSchemaOutput({ json_schema: described }: ResponseFormat): OutputFormat {
  const { strict, description } = described ?? {};
  return {
    type: "json_schema",
    ...(described ? { name: described.name } : {}),
    ...(typeof description === "string" ? { description } : {}),
    schema: described?.schema ?? {},
    ...(typeof strict === "boolean" ? { strict } : {}),
  };
}
