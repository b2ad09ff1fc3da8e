import type { InterfaceDocs } from "./read-docs.ts";

/** As much of a JSON Schema as is described. */
export interface JsonSchema {
  readonly id?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

const root = "GatewayConfig";

/**
 * A schema with what its parts mean. The parts have the names of interfaces.
 * @throws Error if the schema and the interfaces have different members
 */
export function describe(schema: JsonSchema, docs: ReadonlyMap<string, InterfaceDocs>): JsonSchema {
  const parts = Object.entries(schema.$defs ?? {});
  return {
    ...describeOne(schema, root, docs),
    title: "Config of a Diglot gateway",
    $defs: Object.fromEntries(parts.map(([name, part]) => [name, describeOne(part, name, docs)])),
  } as JsonSchema;
}

function describeOne(
  schema: JsonSchema,
  name: string,
  docs: ReadonlyMap<string, InterfaceDocs>,
): JsonSchema {
  const found = docs.get(name);
  if (!found) throw new Error(`There is no interface ${name}.`);
  const properties = Object.entries(schema.properties ?? {});
  const missing = [...found.members.keys()].filter((member) => !schema.properties?.[member]);
  if (missing.length > 0) throw new Error(`The schema of ${name} has no ${missing.join(", ")}.`);
  const described = properties.map(([member, property]) => {
    const description = found.members.get(member);
    if (description === undefined) throw new Error(`${name} has no member ${member}.`);
    return [member, { description, ...property }];
  });
  const { id: _, ...rest } = schema;
  return {
    description: found.about,
    ...rest,
    properties: Object.fromEntries(described),
  } as JsonSchema;
}
