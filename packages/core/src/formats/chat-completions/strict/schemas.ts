import { clip } from "../../../errors/clip.js";
import type { ServiceError } from "../../../errors/service-error.js";
import type { ChatCompletionRequest } from "../schemas/request.js";
import type { FunctionDefinition } from "../schemas/tools.js";
import { longestQuote, refuse, refuseMissing } from "../validate/problem.js";
import { findOpening, type Opening } from "../wire/closed-schema.js";

/** Finds the first function whose parameters are no object, or allow other properties although it is strict. */
export function findFunctionSchemaFault({
  tools,
}: ChatCompletionRequest): ServiceError | undefined {
  for (const [index, { function: definition }] of (tools ?? []).entries()) {
    const text = definition && (findTypeText(definition) ?? findOpeningText(definition));
    if (!text) continue;
    return refuse(
      `Invalid schema for function '${definition.name}': ${text}`,
      `tools[${index}].function.parameters`,
      "invalid_function_parameters",
    );
  }
  return undefined;
}

/** An empty schema and one of several types are accepted: what the vendor does is not known. */
function findTypeText({ parameters }: FunctionDefinition): string | undefined {
  const type = parameters?.type ?? "None";
  if (Object.keys(parameters ?? {}).length === 0 || Array.isArray(type)) return undefined;
  if (type === "object") return undefined;
  const shown = clip(String(type), longestQuote);
  return `schema must be a JSON Schema of 'type: "object"', got 'type: "${shown}"'.`;
}

function findOpeningText({ strict, parameters }: FunctionDefinition): string | undefined {
  const opening = strict === true ? findOpening(parameters) : undefined;
  return opening && describe(opening);
}

/** Finds a `json_schema` format without a schema object, or a strict one that allows other properties. */
export function findOutputSchemaFault({
  response_format: format,
}: ChatCompletionRequest): ServiceError | undefined {
  if (format?.type !== "json_schema") return undefined;
  const definition = format.json_schema;
  if (!definition) {
    return refuseMissing(["response_format", "json_schema"]);
  }
  const opening = definition.strict === true ? findOpening(definition.schema) : undefined;
  return (
    opening &&
    refuse(
      `Invalid schema for response_format '${definition.name}': ${describe(opening)}`,
      "response_format",
    )
  );
}

function describe({ context, optional }: Opening): string {
  const place = `In context=${listContext(context)},`;
  return optional === undefined
    ? `${place} 'additionalProperties' is required to be supplied and to be false.`
    : `${place} 'required' is required to be supplied and to be an array including every key in properties. Missing '${optional}'.`;
}

/** A path as the vendor writes it, as a Python tuple: `('properties', 'a')`, `('items',)`, `()`. */
function listContext(context: Opening["context"]): string {
  const keys = context.map((key) => `'${key}'`);
  return keys.length === 1 ? `(${keys[0]},)` : `(${keys.join(", ")})`;
}
