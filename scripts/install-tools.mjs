// Installs the tools of one command, which `npm ci` leaves out to keep the first install small:
//
//   node scripts/install-tools.mjs mutation
//   node scripts/install-tools.mjs runtimes --optional
//
// Does nothing if they are installed already. With `--optional` a failure is only a warning: without a
// network, for example, the tests that need the tools are skipped. CI needs all of them.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [name, option] = process.argv.slice(2);
const folder = join(import.meta.dirname, "../tools", name);
const lock = readFileSync(join(folder, "package-lock.json"), "utf8");
/** Whether the tools may be missing. */
const isOptional = option === "--optional" && !process.env.CI;
/** A copy of the lock file from which the folder was installed. */
const stamp = join(folder, "node_modules/.installed-lock.json");

if (!isInstalled()) process.exitCode = install();

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === lock;
}

function install() {
  const { description } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  console.log(`Installing tools/${name}. ${description}`);
  // Without a network npm would try again for two minutes.
  const retries = isOptional ? ["--fetch-retries=0"] : [];
  const { status } = spawnSync("npm", ["ci", "--prefix", folder, ...retries], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status === 0) {
    writeFileSync(stamp, lock);
    return 0;
  }
  console.warn(`tools/${name} could not be installed.`);
  return isOptional ? 0 : 1;
}
