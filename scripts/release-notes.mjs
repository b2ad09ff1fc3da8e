// Prints the notes of the current version for its page on GitHub: the entries of all changelogs.
//
//   npm run --silent release-notes
//
// All packages have the same version. A package that has not changed is left out.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { changelogEntry } from "./release-notes/changelog-entry.mjs";

const root = join(import.meta.dirname, "..");

const packages = readdirSync(join(root, "packages"))
  .filter((folder) => existsSync(join(root, "packages", folder, "CHANGELOG.md")))
  .map(readPackage);
/** changesets writes this sentence for a package that only gets the version of the others. */
const unchanged = "No changes in this release.";
const changed = packages.filter(({ entry }) => entry && entry !== unchanged);

if (changed.length === 0) {
  console.error("No CHANGELOG.md has an entry for the current version.");
  process.exitCode = 1;
}
for (const { name, entry } of changed.toSorted(byName)) console.log(`## ${name}\n\n${entry}\n`);

function readPackage(folder) {
  const read = (file) => readFileSync(join(root, "packages", folder, file), "utf8");
  const { name, version } = JSON.parse(read("package.json"));
  return { name, entry: changelogEntry(read("CHANGELOG.md"), version) };
}

/** The command and the core first. */
function byName(one, other) {
  return rankOf(one.name) - rankOf(other.name) || one.name.localeCompare(other.name);
}

function rankOf(name) {
  const rank = ["diglot", "@diglot/core"].indexOf(name);
  return rank === -1 ? 2 : rank;
}
