// Writes docs/config.md from the JSON Schema of the config; with --print, prints it instead.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const schemaFile = new URL("../packages/cli/dist/diglot.schema.json", import.meta.url);
const introduction = new URL("config-page/introduction.md", import.meta.url);
const example = new URL("../examples/gateway-config/diglot.config.ts", import.meta.url);
const page = fileURLToPath(new URL("../docs/config.md", import.meta.url));

/** The whole page. */
export function renderConfigPage() {
  const schema = JSON.parse(readFileSync(schemaFile, "utf8"));
  const text = readFileSync(introduction, "utf8");
  // A function, because the example has dollar signs.
  const first = text.replace("EXAMPLE", () => readFileSync(example, "utf8").trimEnd());
  const parts = Object.entries(schema.$defs).map(([name, part]) => toSection(name, part));
  return `${first}${[toSection("GatewayConfig", schema), ...parts].join("\n")}`;
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
