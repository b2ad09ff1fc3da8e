// Writes the licenses of what is built into each public package into its folder. The file is made before
// a release and published with the package; it is not committed.
//
//   npm run licenses
//
// Fails if a package into which something is built does not publish the file.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { licensesOf } from "./licenses/licenses-of.mjs";

const fileName = "THIRD-PARTY-LICENSES.txt";

for (const name of readdirSync("packages")) {
  const folder = resolve("packages", name);
  const { private: isPrivate, files, builtIn } = readManifest(folder);
  if (isPrivate || !builtIn) continue;
  if (!files.includes(fileName)) throw new Error(`${name} does not publish its ${fileName}.`);
  writeFileSync(join(folder, fileName), licensesOf(folder));
  console.log(`${name}: ${builtIn.join(", ")}`);
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
