// Changes the code that guards requests, money, streams and limits in one place at a time, and counts the
// changes that no test notices.
//
//   npm run mutate
//   npm run mutate -- --folder sse --folder accounts/prices
//   npm run mutate -- --concurrency 1
//   npm run mutate -- --table
//
// Without `--folder` all folders are tested, and the page of packages/conformance/mutation is written;
// `--table` writes it from the last reports. What has not changed since the last run on this machine is
// not run again. Fails if a survivor has no reason, a reason has no survivor, or a folder scores too low.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { folderOf, folders } from "./mutate/folders.mjs";
import { forgetUnboundSurvivors } from "./mutate/incremental.mjs";
import { toPage } from "./mutate/page.mjs";
import { explain, readFolder, scoreOf } from "./mutate/report.mjs";

const lowestScore = 90;

/** `npm run mutate` installs it. */
const stryker = "tools/mutation/node_modules/.bin/stryker";

const { values } = parseArgs({
  options: {
    folder: { type: "string", multiple: true },
    concurrency: { type: "string", default: "2" },
    table: { type: "boolean", default: false },
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

const chosen = values.folder?.map(folderOf) ?? folders;
if (!values.table) for (const folder of chosen) mutate(folder);
const results = chosen.map(readFolder);
const problems = explain(results);
for (const result of results) {
  const score = scoreOf(result);
  console.log(`${result.name}: ${score.toFixed(1)} % of ${result.total}`);
  if (score < lowestScore) problems.push(`${result.name} scores less than ${lowestScore} %.`);
}
if (!values.folder && problems.length === 0)
  writeFileSync("packages/conformance/mutation/README.md", toPage(results));
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
