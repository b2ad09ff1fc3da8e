// A table of one direction, from the fields of one format and the rules of another.
import { rowsOfNeutralField } from "@diglot/core/translation";

/**
 * A section of a page: a table with what becomes of each field.
 * @param {string} title
 * @param {readonly import("@diglot/core/translation").FieldRow[]} fields of the format that is read
 * @param {readonly import("@diglot/core/translation").NeutralFieldRow[]} rules of the format that is written
 */
export function toSection(title, fields, rules) {
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
function toFieldRows(row, fields, rules) {
  const { field, native = [] } = row;
  const name = `\`${field}\``;
  const said = saidOf(row, rules);
  const first = fields.find((other) => isSame(saidOf(other, rules), said));
  const twin = fields.find(
    (other) => isSame(saidOf(other, rules), said) && isSame(other.native ?? [], native),
  );
  if (twin.field !== field && said.length + native.length > 1) return [toReference(name, twin)];
  if (first.field === field || said.length < 2) return toRows(name, [...said, ...native], rules);
  return [toReference(name, first), ...toRows(name, native, rules)];
}

/** What the target does with a field: with its neutral field, or with a member that it takes as it is. */
function saidOf({ field, neutralField }, rules) {
  if (neutralField !== undefined) return rowsOfNeutralField(rules, neutralField);
  return rules.filter((rule) => rule.neutralField === `extensions.${field}`);
}

function toReference(name, { field }) {
  return `| ${name} | | | as \`${field}\` |`;
}

/** Parts of a conversation that reasons speak of, with their rules. */
function neutralFieldsNamedIn(rows, rules) {
  const neutralFields = unique(rules.map(({ neutralField }) => neutralField)).filter(
    (neutralField) => neutralField.includes("."),
  );
  const reasons = rows
    .map((row) => row.split(" | ").at(-1) ?? "")
    .filter((reason) => !reason.startsWith("as `"));
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
