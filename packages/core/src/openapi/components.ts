import * as z from "zod/mini";
import type { JsonObject } from "../json/value.js";
import { schemaNames } from "./names.js";
import type { Operation, Schema } from "./operation.js";

/** The schemas that operations refer to, as JSON Schema by their names. */
export function toComponents(
  operations: readonly Operation[],
  errors: readonly Schema[],
): JsonObject {
  const bodies = operations.flatMap(({ body }) => body ?? []);
  const answers = operations.flatMap(({ answer }) =>
    Object.values(answer.content).flatMap(formsOf),
  );
  return sortByName({
    ...convert(bodies, "input"),
    ...convert([...answers, ...errors], "output"),
  });
}

function formsOf(content: readonly Schema[] | { readonly text: string }): readonly Schema[] {
  return "text" in content ? [] : content;
}

/** Schemas with those that they contain and that have names; what they share by name is a reference. */
function convert(schemas: readonly Schema[], io: "input" | "output"): JsonObject {
  const registry = z.registry<{ readonly id: string }>();
  for (const schema of new Set(schemas)) registry.add(schema, { id: nameOf(schema) });
  const { schemas: converted } = z.toJSONSchema(registry, { uri: toReference, io });
  return Object.fromEntries(
    Object.entries(converted).map(([name, { $schema, $id, title, ...schema }]) => [name, schema]),
  );
}

/** The schema of a parameter, a query or a path, which has no name. */
export function toInlineSchema(schema: Schema): JsonObject {
  const { $schema, ...converted } = z.toJSONSchema(schema, { io: "output" });
  return converted;
}

/** A reference to a schema. */
export function refer(schema: Schema): JsonObject {
  return { $ref: toReference(nameOf(schema)) };
}

function toReference(name: string): string {
  return `#/components/schemas/${name}`;
}

/** @throws Error for a schema without a name */
function nameOf(schema: Schema): string {
  const name = schemaNames.get(schema) ?? z.globalRegistry.get(schema)?.title;
  if (name === undefined) throw new Error("A schema of the description has no name.");
  return name;
}

function sortByName(schemas: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
