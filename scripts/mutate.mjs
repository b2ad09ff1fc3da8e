// Changes the code that guards requests, money, streams and limits in one place at a time, and counts the
// changes that no test notices.
//
//   npm run mutate
//   npm run mutate -- --folder sse --folder accounts/prices
//   npm run mutate -- --concurrency 1
//   npm run mutate -- --table
//   npm run mutate -- --requirements
//   npm run mutate -- --requirement M104 --requirement T5
//
// Then it applies the mutations of requirements, one line of the product each, and demands that a test that
// cites the requirement fails; `--requirements` does only that, `--requirement` only for some of them.
//
// Without `--folder` all folders are tested. The result of each folder is kept with its day in
// packages/conformance/mutation/results.json, from which the page beside it is written; `--table` only
// writes the page. What has not changed in a folder since the last run on this machine is not run again.
// Fails if a survivor has no reason, a reason has no survivor, a folder scores too low, or the tests do not
// catch the mutation of a requirement.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { folderOf, folders } from "./mutate/folders.mjs";
import { forgetUnboundSurvivors } from "./mutate/incremental.mjs";
import { toPage } from "./mutate/page.mjs";
import { explain, readFolder, scoreOf } from "./mutate/report.mjs";
import { mutateRequirements } from "./mutate/requirements.mjs";
import { keepFolder, keepRequirements, readResults } from "./mutate/results.mjs";

const lowestScore = 90;

/** `npm run mutate` installs it. */
const stryker = "tools/mutation/node_modules/.bin/stryker";

const { values } = parseArgs({
  options: {
    folder: { type: "string", multiple: true },
    concurrency: { type: "string", default: "2" },
    table: { type: "boolean", default: false },
    requirements: { type: "boolean", default: false },
    requirement: { type: "string", multiple: true, default: [] },
  },
});

function mutate(folder) {
  forgetUnboundSurvivors(folder);
  const { status } = spawnSync(
    "nice",
    [stryker, "run", "scripts/mutate/stryker.config.mjs", "--concurrency", values.concurrency],
    { stdio: "inherit", env: { ...process.env, MUTATE_FOLDER: folder.name } },
  );
  if (status !== 0) throw new Error(`The mutation tester has failed on ${folder.name}.`);
}

/** Mutates a folder, and keeps its result unless something is wrong with it. @returns what is wrong */
function testFolder(folder) {
  mutate(folder);
  const result = readFolder(folder);
  const score = scoreOf(result);
  console.log(`${result.name}: ${score.toFixed(1)} % of ${result.total}`);
  const problems = explain(result);
  if (score < lowestScore) problems.push(`${result.name} scores less than ${lowestScore} %.`);
  if (problems.length === 0) keepFolder(result);
  return problems;
}

/** The same for the mutations of requirements; the score of a few of them is not kept. */
async function testRequirements(ids) {
  const { problems, ...score } = await mutateRequirements(ids);
  console.log(`requirements: ${score.caught} of ${score.total} mutations caught`);
  if (problems.length === 0 && ids.length === 0) keepRequirements(score);
  return problems;
}

const { folder: named, requirement: ids, table } = values;
const onlyRequirements = values.requirements || ids.length > 0;
const isWhole = !named && !onlyRequirements && !table;
const tested = named?.map(folderOf) ?? (isWhole ? folders : []);
const problems = tested.flatMap(testFolder);
if (isWhole || onlyRequirements) problems.push(...(await testRequirements(ids)));
writeFileSync("packages/conformance/mutation/README.md", toPage(readResults()));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
