// The checks of the published tarballs: what is in them, and what must not be.

import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { changelogEntry } from "../release-notes/changelog-entry.mjs";
import { manifestFaults } from "./manifest.mjs";
import { run } from "./run.mjs";

/**
 * Unpacks every tarball, and gives the faults of all.
 * @param {import("../registry/registry.mjs").Packages} packages
 * @param {string} copy the folder from which they were published
 * @param {string} folder where they are unpacked
 * @returns {Promise<string[]>}
 */
export async function tarballFaults({ documents, files }, copy, folder) {
  await mkdir(folder);
  const faults = [];
  for (const [path, bytes] of files) {
    const name = path.split("/-/")[0];
    const [manifest] = Object.values(documents.get(name).versions);
    const root = await unpack(bytes, folder);
    const found = [
      ...manifestFaults(manifest, [...documents.keys()]),
      ...(await contentFaults(root, manifest, copy)),
    ];
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  return faults;
}

async function unpack(bytes, folder) {
  const place = await mkdtemp(join(folder, "package-"));
  await writeFile(join(place, "package.tgz"), bytes);
  await run("tar -xzf package.tgz", place);
  return join(place, "package");
}

async function contentFaults(root, manifest, copy) {
  const names = await readdir(root, { recursive: true });
  const entries = names.map((name) => name.replaceAll("\\", "/"));
  const wanted = [...wantedFiles(manifest), ...(await skillsOf(copy, manifest))];
  const missing = wanted.filter((name) => !entries.includes(name));
  const unwanted = entries.filter((name) => isUnwanted(name));
  const changelog = await readFile(join(root, "CHANGELOG.md"), "utf8").catch(() => "");
  const leaking = await leakingFiles(root, entries, [copy, homedir()]);
  return [
    ...missing.map((name) => `${name} is missing.`),
    ...unwanted.map((name) => `${name} must not be published.`),
    ...leaking.map((name) => `${name} contains a path of this machine.`),
    ...(changelogEntry(changelog, manifest.version)
      ? []
      : [`CHANGELOG.md has no entry for ${manifest.version}.`]),
  ];
}

/** The documents of a package, and every file that its manifest names. */
function wantedFiles({ builtIn, ...manifest }) {
  const documents = ["README.md", "LICENSE", "CHANGELOG.md", "sbom.cdx.json"];
  const licenses = builtIn ? ["THIRD-PARTY-LICENSES.txt"] : [];
  const named = [manifest.main, manifest.types, manifest.bin, manifest.exports];
  return [...documents, ...licenses, ...named.flatMap(pathsIn)];
}

/** All paths in a member of a manifest, however deep. */
function pathsIn(value) {
  if (value === undefined) return [];
  if (typeof value === "string") return [value.replace(/^\.\//, "")];
  return Object.values(value).flatMap(pathsIn);
}

async function skillsOf(copy, { repository }) {
  const skills = join(copy, repository.directory, "skills");
  const names = await readdir(skills, { recursive: true }).catch(() => []);
  return names.map((name) => `skills/${name.replaceAll("\\", "/")}`);
}

function isUnwanted(name) {
  if (/\.(test|spec)\.|(^|\/)(src|test|tests|node_modules)(\/|$)|\.map$/.test(name)) return true;
  return /\.[cm]?tsx?$/.test(name) && !/\.d\.[cm]?ts$/.test(name);
}

/** The files in which one of these folders is named. */
async function leakingFiles(root, entries, folders) {
  const texts = entries.filter((name) => /\.([cm]?[jt]s|json|md|txt)$/.test(name));
  const contents = await Promise.all(texts.map((name) => readFile(join(root, name), "utf8")));
  return texts.filter((_name, at) => folders.some((folder) => contents[at].includes(`${folder}/`)));
}
