// Writes docs/reference/config.md from the JSON Schema of the config; with --print, prints it instead.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const schemaFile = new URL("../packages/cli/dist/diglot.schema.json", import.meta.url);
const introduction = `# The config file: every member

Every member of the file that \`diglot serve\` reads. [The config file](../config.md) shows a complete file and explains how it is read. Times are in milliseconds. This page is generated from the schema that checks the file, by \`npm run docs:config\`; a test fails when the two differ.
`;
const page = fileURLToPath(new URL("../docs/reference/config.md", import.meta.url));

/** The whole page. */
export function renderConfigPage() {
  const schema = JSON.parse(readFileSync(schemaFile, "utf8"));
  const parts = Object.entries(schema.$defs).map(([name, part]) => toSection(name, part));
  return `${introduction}\n${[toSection("GatewayConfig", schema), ...parts].join("\n")}`;
}

function toSection(name, { description, properties, required = [] }) {
  const rows = Object.entries(properties).map(([member, property]) => {
    const mark = required.includes(member) ? " (required)" : "";
    return `| \`${member}\`${mark} | ${toValue(property)} | ${escapePipes(property.description.replace(/\s*\n\s*/g, " "))} |`;
  });
  const table = ["| Member | Value | Meaning |", "|---|---|---|", ...rows, ""];
  return [`## ${name}`, "", description, "", ...table].join("\n");
}

/** What a member may be, in words. */
function toValue(schema) {
  if (schema.$ref) return toLink(schema.$ref.replace("#/$defs/", ""));
  if (schema.anyOf) return schema.anyOf.map(toValue).join(" or ");
  if (schema.const !== undefined) return toCode(schema.const);
  if (schema.enum) return schema.enum.map(toCode).join(", ");
  if (schema.type === "array") return `list of ${toValue(schema.items)}`;
  if (schema.type === "object") return toObject(schema);
  return words[schema.type] ?? schema.type;
}

const words = {
  boolean: "`true`, `false`",
  integer: "whole number",
  number: "number",
  string: "text",
};

function toObject({ properties, additionalProperties }) {
  if (properties)
    return `object with ${Object.keys(properties)
      .map((name) => `\`${name}\``)
      .join(", ")}`;
  const isOpen =
    typeof additionalProperties !== "object" || !Object.keys(additionalProperties).length;
  return isOpen ? "object" : `object, by names: ${toValue(additionalProperties)}`;
}

function toCode(value) {
  return `\`${JSON.stringify(value)}\``;
}

function toLink(name) {
  return `[${name}](#${name.toLowerCase()})`;
}

function escapePipes(text) {
  return text.replaceAll("|", "\\|");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = renderConfigPage();
  if (process.argv.includes("--print")) process.stdout.write(text);
  else writeFileSync(page, text);
}
