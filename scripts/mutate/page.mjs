import { scoreOf, sumOf } from "./report.mjs";

/** The page with the score of each folder and with every survivor. */
export function toPage(results) {
  return `${[
    introduction,
    toTable(
      ["Folder", "Mutants", "Killed", "Timed out", "Survived", "Not covered", "Score"],
      [...results.map(toRow), toRow(sumOf(results))],
    ),
    "## What survived",
    ...results.flatMap(toSection),
  ].join("\n\n")}\n`;
}

const introduction = `# Mutation testing

Written by \`npm run mutate\`; the reasons come from [\`reasons.json\`](reasons.json). A mutant is the code with one small change. It is killed if a test fails or if it never ends, and it survives if all tests pass. The score is the share of mutants that were killed or never ended. The few that crash the runner itself are left out.

All mutators of StrykerJS are on, and nothing is excluded. Each folder has [its own tests](../../../scripts/mutate/folders.mjs): those beside its code and the quick ones through the service. Slow sweeps and the tests of other packages, which run against built code, are not among them.`;

function toRow(result) {
  const { name, total, killed, timedOut, survived, uncovered } = result;
  return [name, total, killed, timedOut, survived, uncovered, `${scoreOf(result).toFixed(1)} %`];
}

function toSection({ name, survivors }) {
  if (survivors.length === 0) return [];
  const rows = survivors.map((mutant) => [
    `${mutant.file.replace(/^packages\//, "")}:${mutant.line}`,
    `${quote(mutant.code)} becomes ${mutant.becomes === "" ? "nothing" : quote(mutant.becomes)}`,
    mutant.reason,
  ]);
  return [`### ${name}`, toTable(["Where", "Mutation", "Why it is left"], rows)];
}

function toTable(head, rows) {
  const toLine = (cells) =>
    `| ${cells.map((cell) => `${cell}`.replaceAll("|", "\\|")).join(" | ")} |`;
  return [toLine(head), toLine(head.map(() => "---")), ...rows.map(toLine)].join("\n");
}

function quote(code) {
  return code.includes("`") ? `\`\` ${code} \`\`` : `\`${code}\``;
}
