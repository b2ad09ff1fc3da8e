// Checks that the package in the working directory can be imported as it promises:
// `node ../../scripts/check-exports.mjs node16`, with the profile of Are The Types Wrong.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const [profile] = process.argv.slice(2);
const programs = join(import.meta.dirname, "../tools/package-checks/node_modules/.bin");

for (const [program, ...words] of [
  ["publint", "--strict"],
  ["attw", "--pack", ".", "--profile", profile],
]) {
  const { status } = spawnSync(join(programs, program), words, { stdio: "inherit", shell: true });
  if (status !== 0) process.exit(status ?? 1);
}
