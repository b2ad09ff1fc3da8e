// Builds and tests the packages at hand: `npm run test:quick core limits`, or without names those
// that have changes which are not committed, else those of the last commit.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const named = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const options = process.argv.slice(2).filter((word) => word.startsWith("-"));

function git(...words) {
  return execFileSync("git", words, { encoding: "utf8" }).split("\n");
}

/** The folders of packages that these paths lie in. */
function packagesOf(paths) {
  const folders = paths.map((path) => /^packages\/([^/]+)\//.exec(path)?.[1]);
  return [...new Set(folders)].filter((folder) => folder && isPackage(folder));
}

function isPackage(folder) {
  return existsSync(`packages/${folder}/package.json`);
}

function findChanged() {
  const uncommitted = packagesOf(git("status", "--porcelain").map((line) => line.slice(3)));
  return uncommitted.length > 0
    ? uncommitted
    : packagesOf(git("show", "--name-only", "--format=", "HEAD"));
}

/** Runs a program, and ends with its exit code if that is not 0. */
function run(program, ...words) {
  const { status } = spawnSync(program, words, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

const folders = named.length > 0 ? named : findChanged();
const unknown = folders.filter((folder) => !isPackage(folder));
if (unknown.length > 0 || folders.length === 0) {
  const why =
    unknown.length > 0 ? `There is no package ${unknown.join(", ")}.` : "Nothing has changed.";
  console.error(`${why} Name packages by their folder: npm run test:quick core limits`);
  process.exit(1);
}
console.log(`Testing ${folders.join(", ")}.`);
run(
  "turbo",
  "run",
  "build",
  "types",
  "--output-logs=errors-only",
  ...folders.map((folder) => `--filter=./packages/${folder}...`),
);
run("vitest", "run", ...options, ...folders.flatMap((folder) => ["--project", folder]));
