// Writes docs/translation.md from the tables that translations use; with --print, prints it instead.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rowsOfNeutralField, translationTables } from "@diglot/core/translation";

const page = fileURLToPath(new URL("../docs/translation.md", import.meta.url));
const titles = { messages: "Messages", "chat-completions": "Chat Completions" };

const introduction = `# Translation

What becomes of every field when a caller and an upstream speak different formats. Where they speak the same one, nothing is translated: the bytes are [relayed](upstreams.md#relayed-or-translated). This page is generated from the tables that the code uses, by \`npm run docs:translation\`; a test fails when the two differ.

| Outcome | Meaning |
|---|---|
| exact | carried unchanged |
| reshaped | carried in another shape; nothing is lost |
| no-op | asks for what happens anyway, or is handled by this service |
| approximated | the meaning is kept roughly |
| dropped | left out |
| refused | a 400 in the caller's format, before the upstream is called; it names this field and all other refused fields |

What is reshaped, approximated or dropped is listed in the receipt, which the reporter gets; the header \`x-diglot-receipt\` names the places of what was approximated or dropped. The option \`unsupported\` changes this: \`{ default: "warn" }\` refuses only what cannot be left out, \`{ default: "strict" }\` refuses every loss, and \`fields\` decides for single fields by the names on this page: \`{ fields: { seed: "refuse", "tools.strict": "warn" } }\`. An outcome in brackets applies when a refusal is relaxed in this way. A field with several rows depends on its value and on [what the upstream supports](upstreams.md#capabilities). Names in italics are parts of a conversation that other rows refer to.

\`translateRequest\`, \`translateResponse\` and \`createStreamTranslator\` of \`@diglot/core/translation\` apply the same tables without HTTP.
`;

/** The two directions, each with the tables of the format that is read and of the one that is written. */
const directions = translationTables.flatMap((source) =>
  translationTables.filter((target) => target !== source).map((target) => ({ source, target })),
);

function toSection(title, fields, rules) {
  const rows = fields.flatMap((row) => toFieldRows(row, fields, rules));
  return [
    `## ${title}`,
    "",
    "| Field | Becomes | Outcome | Why, or how |",
    "|---|---|---|---|",
    ...rows,
    ...neutralFieldsNamedIn(rows, rules).flatMap((neutralField) =>
      toNeutralFieldRows(neutralField, rules),
    ),
    "",
  ];
}

/** The rows of one field: what the target does with its neutral field, then what its own format does with it. */
function toFieldRows({ field, neutralField, native = [] }, fields, rules) {
  const name = `\`${field}\``;
  const said = saidOf(neutralField, rules);
  const first = fields.find((other) => isSame(saidOf(other.neutralField, rules), said));
  const twin = fields.find(
    (other) =>
      isSame(saidOf(other.neutralField, rules), said) && isSame(other.native ?? [], native),
  );
  if (twin.field !== field && said.length + native.length > 1) return [toReference(name, twin)];
  if (first.field === field || said.length < 2) return toRows(name, [...said, ...native], rules);
  return [toReference(name, first), ...toRows(name, native, rules)];
}

function saidOf(neutralField, rules) {
  return neutralField === undefined ? [] : rowsOfNeutralField(rules, neutralField);
}

function toReference(name, { field }) {
  return `| ${name} | | | as \`${field}\` |`;
}

/** Parts of a conversation that reasons speak of, with their rules. */
function neutralFieldsNamedIn(rows, rules) {
  const neutralFields = unique(rules.map(({ neutralField }) => neutralField)).filter(
    (neutralField) => neutralField.includes("."),
  );
  const reasons = rows.map((row) => row.split(" | ").at(-1) ?? "");
  return neutralFields.filter((neutralField) =>
    reasons.some((reason) => reason.includes(`\`${neutralField}\``)),
  );
}

function toNeutralFieldRows(neutralField, rules) {
  const native = rules.filter((rule) => rule.neutralField === neutralField);
  return toRows(`*${neutralField}*`, native, rules);
}

function toRows(name, list, rules) {
  return unique(
    list.map(({ outcome, whenWarned, to, reason }) => {
      const relaxed = whenWarned === undefined ? "" : ` (${whenWarned})`;
      const place = to === undefined ? "" : ` \`${toPlace(to, rules)}\``;
      const word = outcome === "no_op" ? "no-op" : outcome;
      return `| ${name} |${place} | ${word}${relaxed} | ${reason.replaceAll("|", "\\|")} |`;
    }),
  );
}

/** If a source's native rule names a neutral field, the place is what the target makes of that field. */
function toPlace(to, rules) {
  if (rules.some((rule) => rule.to === to)) return to;
  return rowsOfNeutralField(rules, to).find((rule) => rule.to !== undefined)?.to ?? to;
}

function isSame(left, right) {
  return JSON.stringify(left) === JSON.stringify(right);
}

function unique(list) {
  return [...new Set(list)];
}

const sections = directions.flatMap(({ source, target }) => [
  ...toSection(
    `A ${titles[source.format]} request to a ${titles[target.format]} upstream`,
    source.requestFields,
    target.writeRequestRows,
  ),
  ...toSection(
    `A ${titles[source.format]} reply to a ${titles[target.format]} caller`,
    source.replyFields,
    target.writeReplyRows,
  ),
]);
const text = [introduction, ...sections].join("\n");

if (process.argv.includes("--print")) process.stdout.write(text);
else writeFileSync(page, text);
