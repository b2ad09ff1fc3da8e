type Schema = Readonly<Record<string, unknown>>;

interface Example {
  readonly root: unknown;
  /** What strings are filled with. */
  readonly text: string;
  /** Values that may still be made; a schema that refers to itself has no natural end. */
  left: number;
}

/** Values that one example may hold in all. */
const maximumValues = 500;
const maximumDepth = 16;

/**
 * A value that fits a JSON Schema as far as the common keywords go (`type`, `const`, `enum`,
 * `default`, `properties`, `required`, `items`, the smallest limits, `$ref` inside the schema, the
 * first of alternatives). Optional members are left out. Patterns and formats are not understood.
 */
export function exampleValue(schema: unknown, text: string): unknown {
  return toExample(schema, { root: schema, text, left: maximumValues }, 0);
}

function toExample(schema: unknown, example: Example, depth: number): unknown {
  example.left -= 1;
  if (!isSchema(schema) || example.left < 0 || depth > maximumDepth) return null;
  const given = givenValue(schema);
  if (given) return given.value;
  const inner = innerSchema(schema, example.root);
  if (inner !== undefined) return toExample(inner, example, depth + 1);
  const make = makers[typeOf(schema)];
  return make ? make(schema, example, depth) : null;
}

type Maker = (schema: Schema, example: Example, depth: number) => unknown;

const makers: Readonly<Partial<Record<string, Maker>>> = {
  string: (schema, { text }) => fitText(schema, text),
  number: (schema) => fitNumber(schema, 0),
  integer: (schema) => Math.ceil(fitNumber(schema, 1)),
  boolean: () => false,
  array: toArray,
  object: toObject,
};

/** A value that the schema itself names. */
function givenValue(schema: Schema): { readonly value: unknown } | undefined {
  if (Object.hasOwn(schema, "const")) return { value: schema.const };
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return { value: schema.enum[0] };
  return Object.hasOwn(schema, "default") ? { value: schema.default } : undefined;
}

/** The schema that stands for this one: what it refers to, or its first alternative. */
function innerSchema(schema: Schema, root: unknown): unknown {
  if (typeof schema.$ref === "string") return resolve(root, schema.$ref) ?? null;
  for (const alternatives of [schema.anyOf, schema.oneOf, schema.allOf]) {
    if (Array.isArray(alternatives) && alternatives.length > 0) return alternatives[0];
  }
  return undefined;
}

function resolve(root: unknown, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  let value = root;
  for (const step of reference.slice(1).split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isSchema(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function typeOf(schema: Schema): string {
  const type: unknown = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (typeof type === "string" && Object.hasOwn(makers, type)) return type;
  return isSchema(schema.properties) ? "object" : "null";
}

function fitText(schema: Schema, text: string): string {
  const { maxLength, minLength } = schema;
  const cut = typeof maxLength === "number" ? text.slice(0, Math.max(0, maxLength)) : text;
  return typeof minLength === "number" ? cut.padEnd(Math.min(minLength, 1000), ".") : cut;
}

function fitNumber(schema: Schema, step: number): number {
  const { minimum, exclusiveMinimum, maximum } = schema;
  if (typeof minimum === "number") return minimum;
  if (typeof exclusiveMinimum === "number") return exclusiveMinimum + (step || 0.5);
  return typeof maximum === "number" ? Math.min(0, maximum) : 0;
}

function toArray(schema: Schema, example: Example, depth: number): unknown[] {
  const length = typeof schema.minItems === "number" ? Math.min(schema.minItems, 16) : 0;
  return Array.from({ length: Math.max(0, length) }, () =>
    toExample(schema.items, example, depth + 1),
  );
}

/** Members are defined, not assigned: one may be called `__proto__`. */
function toObject(schema: Schema, example: Example, depth: number): unknown {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const members = required
    .filter((name): name is string => typeof name === "string")
    .slice(0, Math.max(0, example.left))
    .map((name) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, toExample(property, example, depth + 1)] as const;
    });
  return Object.fromEntries(members);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
