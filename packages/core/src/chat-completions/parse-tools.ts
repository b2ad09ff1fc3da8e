import type { OutputFormat, Tool, ToolChoice } from "../conversation/conversation.js";
import { cacheNameOf, cacheOf, extraOf, restOf } from "./parse-content.js";
import {
  type ChatCompletionRequest,
  formatName,
  type RequestTool,
  type RequestToolChoice,
  type RequestToolChoiceObject,
  type ResponseFormat,
} from "./types.js";

/** A function without parameters takes an empty object. */
const noParameters = { type: "object", properties: {} } as const;

/**
 * The tools that the model is offered. Where the caller allows only some of them, the others are
 * left out; they are still in the body of the request.
 */
export function parseTools({ tools, tool_choice }: ChatCompletionRequest): readonly Tool[] {
  const allowed = typeof tool_choice === "object" ? tool_choice?.allowed_tools?.tools : undefined;
  const names = allowed && new Set(allowed.map(nameOf));
  const offered = (tools ?? []).filter((tool) => !names || names.has(nameOf(tool)));
  return offered.map(toTool);
}

function nameOf(tool: { readonly [name: string]: unknown }): unknown {
  const body = tool.function ?? tool.custom;
  return typeof body === "object" && body !== null && "name" in body ? body.name : undefined;
}

function toTool(tool: RequestTool): Tool {
  const definition = tool.function;
  if (tool.type !== "function" || !definition) {
    return { type: "native", format: formatName, name: tool.custom?.name, value: tool };
  }
  const { name, description, parameters, strict } = definition;
  const inner = restOf(definition, ["name", "description", "parameters", "strict"]);
  const rest = restOf(tool, ["type", "function", cacheNameOf(tool)]);
  return {
    type: "function",
    name,
    ...(typeof description === "string" ? { description } : {}),
    parameters: parameters ?? noParameters,
    ...(typeof strict === "boolean" ? { strict } : {}),
    ...cacheOf(tool),
    ...extraOf({ ...rest, function: inner }, []),
  };
}

const choiceTypes = { auto: "auto", none: "none", required: "any" } as const;

/** How the model shall use the tools; a set of allowed tools keeps only its mode. */
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
 * The form that the text of the reply shall have. A schema beside `json_object`, which the vendor
 * does not know but other services honour, counts as a schema.
 */
export function parseOutput(format: ResponseFormat | null | undefined): OutputFormat | undefined {
  switch (format?.type) {
    case "text":
      return { type: "text" };
    case "json_object":
      return format.schema ? { type: "json_schema", schema: format.schema } : { type: "json" };
    case "json_schema":
      return toSchemaOutput(format);
    default:
      return undefined;
  }
}

function toSchemaOutput({ json_schema: described }: ResponseFormat): OutputFormat {
  const strict = described?.strict;
  return {
    type: "json_schema",
    ...(described ? { name: described.name } : {}),
    schema: described?.schema ?? {},
    ...(typeof strict === "boolean" ? { strict } : {}),
  };
}
