/** A JSON Schema that is an object. */
export type Schema = Readonly<Record<string, unknown>>;

/** Whether a value is such a schema. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The schemas one of which stands for this one: what it refers to, or its alternatives. */
export function innerSchemas(schema: Schema, root: unknown): readonly unknown[] | undefined {
  if (typeof schema.$ref === "string") return [resolve(root, schema.$ref)];
  for (const alternatives of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(alternatives) && alternatives.length > 0) return alternatives;
  }
  const { allOf } = schema;
  return Array.isArray(allOf) && allOf.length > 0 ? allOf.slice(0, 1) : undefined;
}

/** Longer references are not followed: to read one for every value would take long. */
const longestReference = 1_000;

function resolve(root: unknown, reference: string): unknown {
  if (!reference.startsWith("#") || reference.length > longestReference) return undefined;
  let value = root;
  for (const step of reference.slice(1).split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isSchema(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** The types that a schema allows, in its order; `null` for a schema that names none. */
export function typesOf(schema: Schema): readonly unknown[] {
  const { type } = schema;
  if (Array.isArray(type) && type.length > 0) return type;
  if (typeof type === "string") return [type];
  return [isSchema(schema.properties) ? "object" : "null"];
}

/** The values that the schema itself names, each of which is an example. */
export function givenValues(schema: Schema): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema.const];
  return Array.isArray(schema.enum) && schema.enum.length > 0 ? schema.enum : undefined;
}
