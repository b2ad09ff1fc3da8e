import type { Schema } from "./description.ts";

/** A row of a table of members: a path such as `messages[].role` and its schema. */
export interface Member {
  readonly path: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** The alternatives of a schema, if it has any. */
export function alternativesOf({ anyOf, oneOf, allOf }: Schema): readonly Schema[] {
  return anyOf ?? oneOf ?? allOf ?? [];
}

/** The type of a schema in Markdown; named schemas are links. */
export function typeOf(schema: Schema): string {
  const { $ref, items, type } = schema;
  if ($ref) return linkTo($ref);
  if ("const" in schema) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(" or ");
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeOf))].join(" or ");
  if (items) return `array of ${typeOf(items)}`;
  const types = typeof type === "string" ? [type] : (type ?? []);
  return types.length > 0 ? types.join(" or ") : "any value";
}

/** All members of a schema, with those of the objects that it contains without a name. */
export function membersOf(schema: Schema, prefix = ""): readonly Member[] {
  const required = new Set(schema.required);
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    return [{ path, required: required.has(name), schema: member }, ...membersOf(member, path)];
  });
  const inItems = schema.items ? membersOf(schema.items, `${prefix}[]`) : [];
  const inAlternatives = alternativesOf(schema).flatMap((one) => membersOf(one, prefix));
  return unique([...own, ...inItems, ...inAlternatives]);
}

/** Members without those that repeat another one: alternatives often share members. */
function unique(members: readonly Member[]): readonly Member[] {
  const rows = new Map(
    members.map((member) => [`${member.path} ${typeOf(member.schema)}`, member]),
  );
  return [...rows.values()];
}

/** A table of members, or an empty text if there are none. */
export function memberTable(schema: Schema): string {
  const members = membersOf(schema);
  if (members.length === 0) return "";
  const rows = members.map(
    ({ path, required, schema: member }) =>
      `| ${code(path)} | ${cell(typeOf(member))} | ${required ? "yes" : ""} | ${cell(member.description)} |`,
  );
  return ["| Member | Type | Required | Meaning |", "|---|---|---|---|", ...rows].join("\n");
}

/** A text as the cell of a table. */
export function cell(text = ""): string {
  return text.replaceAll("|", "\\|").replace(/\s+/g, " ");
}

/** A text as code in a line. */
export function code(text: string): string {
  return `\`${text}\``;
}

function linkTo(reference: string): string {
  const name = reference.split("/").at(-1) ?? reference;
  return `[${name}](./schemas.md#${name.toLowerCase()})`;
}
