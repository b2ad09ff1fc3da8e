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
// Without `--folder` all folders are tested, and the page of packages/conformance/mutation is written;
// `--table` writes it from the last reports. What has not changed in a folder since the last run on this
// machine is not run again. Fails if a survivor has no reason, a reason has no survivor, a folder scores too
// low, or the tests do not catch the mutation of a requirement.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { folderOf, folders } from "./mutate/folders.mjs";
import { forgetUnboundSurvivors } from "./mutate/incremental.mjs";
import { toPage } from "./mutate/page.mjs";
import { explain, readFolder, scoreOf } from "./mutate/report.mjs";
import { mutateRequirements, readRequirementRun } from "./mutate/requirements.mjs";

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

/** Mutates folders, or reads their last reports. @returns their results, and what is wrong with them */
function mutateFolders(chosen) {
  if (!values.table) for (const folder of chosen) mutate(folder);
  const results = chosen.map(readFolder);
  const problems = explain(results);
  for (const result of results) {
    const score = scoreOf(result);
    console.log(`${result.name}: ${score.toFixed(1)} % of ${result.total}`);
    if (score < lowestScore) problems.push(`${result.name} scores less than ${lowestScore} %.`);
  }
  return { results, problems };
}

/** The same for the mutations of requirements; their result is a score. */
async function mutateRequired(ids) {
  const { problems, ...score } = values.table
    ? readRequirementRun()
    : await mutateRequirements(ids);
  console.log(`requirements: ${score.caught} of ${score.total} mutations caught`);
  return { score, problems };
}

const { folder: named, requirement: ids } = values;
const onlyRequirements = values.requirements || ids.length > 0;
const isWhole = !named && !onlyRequirements;
const folderRun = isWhole || named ? mutateFolders(named?.map(folderOf) ?? folders) : undefined;
const requirementRun = isWhole || onlyRequirements ? await mutateRequired(ids) : undefined;
const problems = [folderRun, requirementRun].flatMap((run) => run?.problems ?? []);
if (isWhole && problems.length === 0)
  writeFileSync(
    "packages/conformance/mutation/README.md",
    toPage(folderRun.results, requirementRun.score),
  );
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
