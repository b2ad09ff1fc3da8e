import type { ServiceError } from "../../../errors/service-error.js";
import { refuse, toServiceError } from "../validate/problem.js";
import { findOpening, type Opening } from "../wire/closed-schema.js";
import type { ChatCompletionRequest, RequestTool } from "../wire/types.js";

/** Finds the first strict function whose parameters allow other properties. */
export function findFunctionSchemaFault({
  tools,
}: ChatCompletionRequest): ServiceError | undefined {
  for (const [index, tool] of (tools ?? []).entries()) {
    const opening = findToolOpening(tool);
    if (!opening) continue;
    return refuse(
      `Invalid schema for function '${tool.function?.name}': ${describe(opening)}`,
      `tools[${index}].function.parameters`,
      "invalid_function_parameters",
    );
  }
  return undefined;
}

function findToolOpening({ function: definition }: RequestTool): Opening | undefined {
  return definition?.strict === true ? findOpening(definition.parameters) : undefined;
}

/** Finds a `json_schema` format without a schema object, or a strict one that allows other properties. */
export function findOutputSchemaFault({
  response_format: format,
}: ChatCompletionRequest): ServiceError | undefined {
  if (format?.type !== "json_schema") return undefined;
  const definition = format.json_schema;
  if (!definition) {
    return toServiceError({ kind: "missing", path: ["response_format", "json_schema"] });
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
