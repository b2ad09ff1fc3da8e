import type { OutputFormat, Tool, ToolChoice } from "@diglot/core";
import { isObject, type JsonObject, restOf } from "@diglot/core/formats";
import type { TextFormat } from "../schemas/options.js";
import type { RequestToolChoice, ToolChoiceObject } from "../schemas/tools.js";
import { toCustomParameters } from "../wire/custom-input.js";
import { formatName } from "../wire/names.js";
import type { CallableTool, ToolTable } from "../wire/tool-table.js";

/** A function without parameters takes an empty object. */
const noParameters = { type: "object", properties: {} } as const;

/**
 * The tools that the model may call, then those that the vendor would run. If the caller allows only some
 * of them, the others are left out; they are still in the body of the request.
 */
export function parseTools(
  { callable, hosted }: ToolTable,
  choice: RequestToolChoice | null | undefined,
): readonly Tool[] {
  const allowed = toAllowed(choice);
  return [
    ...callable.filter((tool) => !allowed || allowed(tool)).map(toTool),
    ...hosted.map(
      ({ tool, at }): Tool => ({
        type: "native",
        format: formatName,
        name: tool.type,
        value: tool,
        at,
      }),
    ),
  ];
}

/** Tells the tools of a set of allowed ones; a namespace in it stands for all of its tools. */
function toAllowed(
  choice: RequestToolChoice | null | undefined,
): ((tool: CallableTool) => boolean) | undefined {
  if (typeof choice !== "object" || choice?.type !== "allowed_tools") return undefined;
  const names = new Set<string>();
  const namespaces = new Set<string>();
  for (const { type, name } of choice.tools ?? []) {
    (type === "namespace" ? namespaces : names).add(String(name));
  }
  return ({ name, namespace }) =>
    names.has(name) || (namespace !== undefined && namespaces.has(namespace));
}

function toTool({ neutralName: name, namespace, isCustom, tool, at }: CallableTool): Tool {
  const { description, parameters, strict } = tool;
  const described = typeof description === "string" ? { description } : {};
  const around = namespace === undefined ? { at } : { at, places: { name: `${at}/name` } };
  if (isCustom)
    return {
      ...around,
      ...toCustomTool(tool.format),
      type: "function",
      name,
      ...described,
      ...extraOf(tool, customMembers),
    };
  return {
    type: "function",
    name,
    ...described,
    parameters: parameters ?? noParameters,
    ...(typeof strict === "boolean" ? { strict } : {}),
    ...extraOf(tool, functionMembers),
    ...around,
  };
}

const functionMembers = ["type", "name", "description", "parameters", "strict"];
const customMembers = ["type", "name", "description"];

function extraOf(tool: JsonObject, used: readonly string[]): { extra?: JsonObject } {
  const extra = restOf(tool, used);
  return extra ? { extra } : {};
}

/** The model reads what the text must look like; nothing makes it obey. */
function toCustomTool(format: JsonObject | null | undefined) {
  const { type, syntax, definition } = format ?? {};
  const isGrammar = type === "grammar" && typeof definition === "string";
  const grammar = isGrammar
    ? `Text that this ${String(syntax)} grammar accepts:\n${definition}`
    : undefined;
  return { parameters: toCustomParameters(grammar) };
}

const choiceTypes = { auto: "auto", none: "none", required: "any" } as const;

/** How the model should use the tools; a set of allowed tools keeps only its mode. */
export function parseToolChoice(
  choice: RequestToolChoice | null | undefined,
  tools: ToolTable,
): ToolChoice | undefined {
  if (choice === null || choice === undefined) return undefined;
  if (typeof choice === "string") return { type: choiceTypes[choice] };
  return toObjectChoice(choice, tools);
}

function toObjectChoice(choice: ToolChoiceObject, tools: ToolTable): ToolChoice {
  const { type, name, mode } = choice;
  if (type === "function" || type === "custom") {
    const { namespace } = choice as { readonly namespace?: unknown };
    const space = typeof namespace === "string" ? namespace : undefined;
    return { type: "tool", name: tools.toNeutral(String(name), space) };
  }
  if (type === "allowed_tools") return { type: mode === "required" ? "any" : "auto" };
  return { type: "native", format: formatName, value: choice };
}

/** The form that the text of the reply should have. */
export function parseOutput(format: TextFormat | null | undefined): OutputFormat | undefined {
  if (!format) return undefined;
  const { type, name, description, schema, strict } = format;
  if (type === "text") return { type };
  if (type === "json_object") return { type: "json" };
  return {
    type,
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof description === "string" ? { description } : {}),
    schema: isObject(schema) ? schema : {},
    ...(typeof strict === "boolean" ? { strict } : {}),
  };
}
