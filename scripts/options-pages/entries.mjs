// Lists the published packages with the source file of each of their entries.
import { readFileSync } from "node:fs";
import { packageSources } from "../package-sources.ts";

const manifestOf = (folder) =>
  JSON.parse(readFileSync(new URL(`../../packages/${folder}/package.json`, import.meta.url)));

/** The folder of the package to which a source file belongs. */
export function folderOf(file) {
  return /\/packages\/([^/]+)\/src\//.exec(file.replaceAll("\\", "/"))?.[1];
}

/** The source file of each entry, by its name. */
export const entries = Object.fromEntries(
  packageSources
    .map(({ find, replacement }) => [
      find.source.replace(/^\^|\$$/g, "").replaceAll("\\", ""),
      replacement,
    ])
    .filter(([, file]) => manifestOf(folderOf(file)).private !== true),
);

/** The published packages: their names, by their folders. */
export const packages = Object.fromEntries(
  Object.values(entries).map((file) => [folderOf(file), manifestOf(folderOf(file)).name]),
);
