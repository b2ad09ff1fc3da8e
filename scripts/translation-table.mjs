// Writes docs/translation.md from the tables that translations apply; with --print, to the output instead.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rowsOfNeutralField, translationTables } from "@diglot/core/translation";

const page = fileURLToPath(new URL("../docs/translation.md", import.meta.url));
const titles = { messages: "Messages", "chat-completions": "Chat Completions" };

const introduction = `# Translation

What becomes of every field when a caller and an upstream speak different formats. Where they speak the same one, nothing is translated: the bytes are [relayed](upstreams.md#relayed-or-translated). This page is made from the tables that the code applies, by \`npm run docs:translation\`; a test fails when the two differ.

| Outcome | Meaning |
|---|---|
| exact | carried as it is |
| reshaped | carried in another shape; nothing is lost |
| no-op | says what happens anyway, or is served here |
| approximated | the meaning is kept roughly |
| dropped | left out |
| refused | a 400 in the caller's format that names the field, with all other such fields, before the upstream is called |

What is reshaped, approximated or dropped stands in the receipt, which the reporter gets; the header \`x-diglot-receipt\` names the places of what was approximated or dropped. The option \`unsupported\` decides otherwise: \`{ default: "warn" }\` refuses only what cannot be left out, \`{ default: "strict" }\` refuses every loss, and \`fields\` decides for single fields by the names that stand here: \`{ fields: { seed: "refuse", "tools.strict": "warn" } }\`. Outcomes in brackets are those of a refusal that is relaxed so. What has several rows depends on the value and on [what the upstream takes](upstreams.md#capabilities). Names in italics are parts of a conversation that other rows speak of.

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

/** The rows of one field: what the target says of its slot, then what its own format says of it. */
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

/** Where a source's own rule speaks of a slot, what the target makes of that slot is the place. */
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
