// A package registry on loopback that offers this repository's packages as they would be published,
// and sends a client elsewhere for all others.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Where the packages of others come from. */
const upstream = "https://registry.npmjs.org";

/**
 * Packs every public package and serves them. The packages must be built.
 * @param {string} root the repository's folder
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function startRegistry(root) {
  const folder = await mkdtemp(join(tmpdir(), "diglot-registry-"));
  const packages = await packAll(root, folder);
  const server = createServer((request, response) => answer(packages, request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  for (const { manifest } of packages.values()) {
    manifest.dist.tarball = `${url}/-/${encodeURIComponent(manifest.name)}`;
  }
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  };
  return { url, close };
}

/** The packages by name: what the registry says of each, and its file. */
async function packAll(root, folder) {
  const names = await readdir(join(root, "packages"));
  const manifests = (await Promise.all(names.map((name) => readManifest(root, name)))).filter(
    (manifest) => manifest && !manifest.private,
  );
  const chosen = manifests.flatMap(({ name }) => ["--workspace", name]);
  const words = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder, ...chosen];
  const { stdout } = await run("npm", words, { cwd: root, maxBuffer: 2 ** 26 });
  // Some versions of npm print a list, others an object with a member for each package.
  const files = new Map(
    Object.values(JSON.parse(stdout)).map(({ name, filename }) => [name, join(folder, filename)]),
  );
  return new Map(
    await Promise.all(manifests.map(async (one) => [one.name, await toPackage(one, files)])),
  );
}

async function readManifest(root, name) {
  const file = join(root, "packages", name, "package.json");
  // The folder of a package that is gone may still hold what was built in it.
  return existsSync(file) ? JSON.parse(await readFile(file, "utf8")) : undefined;
}

async function toPackage(manifest, files) {
  const bytes = await readFile(files.get(manifest.name));
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  return { bytes, manifest: { ...manifest, dist: { integrity } } };
}

function answer(packages, { url }, response) {
  const path = decodeURIComponent(url);
  const file = packages.get(path.slice("/-/".length));
  if (path.startsWith("/-/") && file) return response.end(file.bytes);
  const known = packages.get(path.slice(1));
  if (!known) return response.writeHead(302, { location: upstream + url }).end();
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(toPackument(known.manifest)));
}

function toPackument(manifest) {
  const { name, version } = manifest;
  return { name, "dist-tags": { latest: version }, versions: { [version]: manifest } };
}
