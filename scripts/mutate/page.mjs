import { reasonOf, scoreOf, sumOf } from "./report.mjs";

/**
 * The page with the score of each folder, with that of the mutations of requirements, and with every
 * survivor of the folders.
 */
export function toPage({ folders, requirements }) {
  const results = Object.values(folders);
  return `${[
    introduction,
    toTable(
      ["Folder", "Mutants", "Killed", "Timed out", "Survived", "Not covered", "Score", "Measured"],
      [...results.map(toRow), toRow(sumOf(results))],
    ),
    ...(requirements ? [toRequirements(requirements)] : []),
    "## What survived",
    ...results.flatMap(toSection),
  ].join("\n\n")}\n`;
}

const introduction = `# Mutation testing

Written by \`npm run mutate\` from [\`results.json\`](results.json), which keeps the last result of each folder; the reasons come from [\`reasons.json\`](reasons.json). A mutant is the code with one small change. It is killed if a test fails or if it never ends, and it survives if all tests pass. The score is the share of mutants that were killed or never ended. The few that crash the runner itself are left out.

All mutators of StrykerJS are on, and nothing is excluded. Each folder has [its own tests](../../../scripts/mutate/folders.mjs): those beside its code and the quick ones through the service. Slow sweeps and the tests of other packages, which run against built code, are not among them.`;

function toRequirements({ total, caught, day }) {
  return `## Mutations of requirements

A test shows a requirement by its id, even if it no longer tests it. So [\`requirement-mutations.json\`](requirement-mutations.json) lists one mutation for each of a sample of the [requirements](../requirements/README.md): the one line of the product that decides whether the requirement holds, changed so that it does not. With the mutation, at least one test that cites the requirement must fail; without it, all of them must pass. **${caught} of ${total}** mutations were caught on ${day}. A mutation that is not caught has no reasons: the test is mended.

\`npm run mutate -- --requirements\` tests only these. The tests run on the sources of all packages, and the mutation is applied to a source as it is loaded, so that no file changes. A [test](../test/gate/requirement-mutations.test.ts) of every run holds the list to the sources and to the titles.`;
}

function toRow(result) {
  const { name, total, killed, timedOut, survived, uncovered, day = "" } = result;
  const score = `${scoreOf(result).toFixed(1)} %`;
  return [name, total, killed, timedOut, survived, uncovered, score, day];
}

function toSection({ name, survivors }) {
  if (survivors.length === 0) return [];
  const rows = survivors.map((mutant) => [
    `${mutant.file.replace(/^packages\//, "")}:${mutant.line}`,
    `${quote(mutant.code)} becomes ${mutant.becomes === "" ? "nothing" : quote(mutant.becomes)}`,
    reasonOf(mutant),
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
