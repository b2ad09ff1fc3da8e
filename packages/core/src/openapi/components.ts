import * as z from "zod/mini";
import { type JsonObject, toObject } from "../json/value.js";
import { asZod, namedSchemas, nameOf } from "./names.js";
import type { Operation, Schema } from "./operation.js";

/**
 * The schemas that operations refer to, and those that these contain, as JSON Schema by their names.
 * @param parts those of further formats that schemas may contain
 */
export function toComponents(
  operations: readonly Operation[],
  errors: readonly Schema[],
  parts: readonly Schema[],
): JsonObject {
  const bodies = operations.flatMap(({ body }) => body ?? []);
  const answers = operations
    .flatMap(({ answer, otherAnswers = {} }) => [answer, ...Object.values(otherAnswers)])
    .flatMap(({ content }) => Object.values(content).flatMap(formsOf));
  return sortByName({
    ...convert(bodies, parts, "input"),
    ...convert([...answers, ...errors], parts, "output"),
  });
}

function formsOf(content: readonly Schema[] | { readonly text: string }): readonly Schema[] {
  return "text" in content ? [] : content;
}

/** Schemas, with all named ones that they contain; a named one is a reference wherever it stands. */
function convert(
  schemas: readonly Schema[],
  parts: readonly Schema[],
  io: "input" | "output",
): JsonObject {
  const registry = z.registry<{ readonly id: string }>();
  for (const schema of onePerName([...namedSchemas, ...parts, ...schemas])) {
    registry.add(asZod(schema), { id: nameOf(schema) });
  }
  const { schemas: converted } = z.toJSONSchema(registry, {
    uri: toReference,
    io,
    override: simplify,
  });
  const reached = new Set<string>();
  for (const schema of schemas) reach(nameOf(schema), converted, reached);
  return Object.fromEntries([...reached].map((name) => [name, withoutHead(converted[name])]));
}

/** The first schema of each name. A package may bring its own copy of one that is described already. */
export function onePerName(schemas: readonly Schema[]): readonly Schema[] {
  const byName = new Map<string, Schema>();
  for (const schema of schemas) {
    const name = nameOf(schema);
    if (!byName.has(name)) byName.set(name, schema);
  }
  return [...byName.values()];
}

/** Adds a name, and those that its schema refers to. */
function reach(name: string, converted: JsonObject, reached: Set<string>): void {
  if (reached.has(name)) return;
  reached.add(name);
  const text = JSON.stringify(converted[name]);
  for (const [, other = ""] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (other !== name) reach(other, converted, reached);
  }
}

function withoutHead(schema: unknown): JsonObject {
  const { $schema, $id, title, ...rest } = toObject(schema);
  return rest;
}

/** The schema of a parameter, a query or a path, which has no name. */
export function toInlineSchema(schema: Schema): JsonObject {
  const { $schema, ...converted } = z.toJSONSchema(asZod(schema), {
    io: "output",
    override: simplify,
  });
  return converted;
}

/** What readers and generators of clients take wrongly is left out, or said in another way. */
function simplify({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  mergePatterns(jsonSchema);
}

/** Several patterns of one text become one, because generators do not know the type of their list. */
function mergePatterns(schema: z.core.JSONSchema.BaseSchema): void {
  const patterns = schema.allOf?.map(({ pattern }) => pattern) ?? [];
  if (patterns.length === 0 || !patterns.every((pattern) => pattern?.startsWith("^"))) return;
  schema.pattern = `^${patterns.map((pattern) => `(?=${pattern})`).join("")}`;
  delete schema.allOf;
}

/** A reference to a schema. */
export function refer(schema: Schema): JsonObject {
  return { $ref: toReference(nameOf(schema)) };
}

function toReference(name: string): string {
  return `#/components/schemas/${name}`;
}

function sortByName(schemas: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
