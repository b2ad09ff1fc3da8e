import type { TypeDocs } from "./read-docs.ts";

/** As much of a JSON Schema as is described. */
export interface JsonSchema {
  readonly id?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

const root = "GatewayConfig";

/**
 * A schema with what its parts mean. The parts have the names of types.
 * @throws Error if a part or a member has no comment
 */
export function describe(schema: JsonSchema, docs: ReadonlyMap<string, TypeDocs>): JsonSchema {
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
  docs: ReadonlyMap<string, TypeDocs>,
): JsonSchema {
  const found = docs.get(name);
  if (!found) throw new Error(`There are no comments of ${name}.`);
  const properties = Object.entries(schema.properties ?? {});
  const described = properties.map(([member, property]) => {
    const description = found.members.get(member);
    if (description === undefined)
      throw new Error(`The member ${member} of ${name} has no comment.`);
    return [member, { description, ...property }];
  });
  const { id: _, ...rest } = schema;
  return {
    description: found.about,
    ...rest,
    properties: Object.fromEntries(described),
  } as JsonSchema;
}
