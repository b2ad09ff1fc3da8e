import type { FieldPath, ServiceError } from "../../../errors/service-error.js";
import { isObject, type JsonObject } from "../../../json/value.js";
import type { MessagesRequest } from "../schemas/whole.js";
import { badField, badRequest } from "../validate/problem.js";
import { findReferenceProblem } from "../wire/output-schema-references.js";

const mostOptional = 24;
const mostUnions = 16;
const limits = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
];

interface Placed {
  readonly path: FieldPath;
  readonly schema: JsonObject;
}

/** Checks the schemas of the reply and of strict tools, and what may not be used with them. */
export function findSchemaProblem(request: MessagesRequest): ServiceError | undefined {
  const schemas = collectSchemas(request);
  for (const { schema, path } of schemas) {
    const problem = findReferenceProblem(schema)
      ? "Recursive schemas are not supported"
      : undefined;
    const text = problem ?? findInSchemas(listSchemas(schema));
    if (text) return badField(path, text);
  }
  return findSizeProblem(schemas) ?? findCitationsWithFormat(request);
}

function collectSchemas(request: MessagesRequest): readonly Placed[] {
  const places: readonly (readonly [path: FieldPath, schema: unknown])[] = [
    [["output_config", "format", "schema"], request.output_config?.format?.schema],
    [["output_format", "schema"], (request.output_format as JsonObject | null | undefined)?.schema],
    ...(request.tools ?? []).map(
      (tool, index) =>
        [["tools", index, "custom"], tool.strict === true ? tool.input_schema : undefined] as const,
    ),
  ];
  return places.flatMap(([path, schema]) => (isObject(schema) ? [{ path, schema }] : []));
}

/** A schema and all schemas inside it, including the targets of its references. */
function listSchemas(schema: JsonObject): readonly JsonObject[] {
  const inner = [
    ...["properties", "$defs", "definitions"].flatMap((name) => Object.values(schema[name] ?? {})),
    ...["anyOf", "allOf", "oneOf"].flatMap((name) => schema[name] ?? []),
    schema.items,
  ];
  return [schema, ...inner.filter(isObject).flatMap(listSchemas)];
}

function findInSchemas(schemas: readonly JsonObject[]): string | undefined {
  for (const schema of schemas) {
    const { type, additionalProperties } = schema;
    if (type === "object" && additionalProperties === true) {
      return "For 'object' type, 'additionalProperties: true' is not supported. Please set 'additionalProperties' to false";
    }
    if (type === "object" && additionalProperties !== false) {
      return "For 'object' type, 'additionalProperties' must be explicitly set to false";
    }
    const found = limits.filter((name) => schema[name] !== undefined);
    if (found.length > 0) {
      const name = typeof type === "string" ? type : JSON.stringify(type);
      return `For '${name}' type, properties ${found.join(", ")} are not supported`;
    }
  }
  return undefined;
}

/** Optional properties and unions are counted across all schemas of a request. */
function findSizeProblem(placed: readonly Placed[]): ServiceError | undefined {
  const schemas = placed.flatMap(({ schema }) => listSchemas(schema));
  const optional = schemas.reduce((sum, schema) => sum + countOptional(schema), 0);
  const unions = schemas.filter(({ type, anyOf }) => Array.isArray(type) || anyOf).length;
  if (optional <= mostOptional && unions <= mostUnions) return undefined;
  return badRequest("Schema is too complex for compilation.");
}

function countOptional({ properties, required }: JsonObject): number {
  const names = new Set(Array.isArray(required) ? required : []);
  return Object.keys(properties ?? {}).filter((name) => !names.has(name)).length;
}

/** Citations would interrupt the JSON. */
function findCitationsWithFormat(request: MessagesRequest): ServiceError | undefined {
  const format = request.output_config?.format ?? request.output_format;
  if (format == null || !request.messages.some(({ content }) => hasCitations(content))) {
    return undefined;
  }
  return badRequest("Citations cannot be combined with `output_config.format`.", "messages");
}

function hasCitations(content: unknown): boolean {
  if (!Array.isArray(content)) return false;
  return content.some((block: JsonObject) => {
    const { citations } = block;
    const isOn = isObject(citations) && citations.enabled === true;
    return isOn || (block.type === "tool_result" && hasCitations(block.content));
  });
}
