// Writes the software bill of materials of each public package, as CycloneDX, into its folder. It lists
// what npm installs with the package, and what is built into it: `builtIn` in its manifest. It is made
// before a release and published with the package; it is not committed.
//
//   npm run sbom
//
// Fails if a package does not publish its bill, or if a dependency is not installed.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const fileName = "sbom.cdx.json";

const manifests = readdirSync("packages")
  .map((folder) => ({ folder, ...readJson(join("packages", folder, "package.json")) }))
  .filter(({ private: isPrivate }) => !isPrivate);
const known = listInstalled();

for (const manifest of manifests) {
  const bill = toBill(manifest);
  if (!manifest.files.includes(fileName)) {
    throw new Error(`${manifest.name} does not publish its ${fileName}.`);
  }
  writeFileSync(join("packages", manifest.folder, fileName), `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${manifest.name}: ${bill.components.length} components`);
}

/** All that npm has installed for the workspaces: a bill of everything, its components by name. */
function listInstalled() {
  const words = ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "library", "--workspaces"];
  const text = execFileSync("npm", words, { encoding: "utf8", maxBuffer: 2 ** 28 });
  const bill = JSON.parse(text);
  // Of packages of this repository npm gives the folder instead of the name.
  const components = bill.components.map((one) => ({ ...one, name: nameOf(one["bom-ref"]) }));
  return {
    bill,
    components: Map.groupBy(components, ({ name }) => name),
    edges: new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn])),
  };
}

/** The bill of one package: itself, and its dependencies with theirs. */
function toBill({ name, version }) {
  const root = findComponent(name, version);
  const found = new Map([[root["bom-ref"], dependenciesOf(root["bom-ref"])]]);
  for (const dependencies of found.values()) {
    for (const ref of dependencies) if (!found.has(ref)) found.set(ref, dependenciesOf(ref));
  }
  const { metadata } = known.bill;
  const refs = [...found.keys()].slice(1);
  return {
    ...known.bill,
    serialNumber: `urn:uuid:${randomUUID()}`,
    metadata: { ...metadata, component: root },
    components: refs.map((ref) => findComponent(nameOf(ref), versionOf(ref))),
    dependencies: [...found].map(([ref, dependsOn]) => ({ ref, dependsOn })),
  };
}

/** What a component needs. Of packages of this repository npm does not say it, but their manifests do. */
function dependenciesOf(ref) {
  const own = manifests.find(({ name }) => name === nameOf(ref));
  if (!own) return known.edges.get(ref) ?? [];
  const builtIn = (own.builtIn ?? []).map((name) => [name, own.devDependencies[name]]);
  return [...Object.entries(own.dependencies ?? {}), ...builtIn].map(
    ([name, version]) => findComponent(name, version)["bom-ref"],
  );
}

/** The installed component of a version, or of a range that begins with a caret. */
function findComponent(name, wanted) {
  const component = known.components.get(name)?.find(({ version }) => isWanted(version, wanted));
  if (!component) throw new Error(`${name}@${wanted} is not installed.`);
  return component;
}

/** A caret stands for all versions of a major one; what is installed was resolved by npm. */
function isWanted(version, wanted) {
  if (!wanted.startsWith("^")) return version === wanted;
  return version.split(".")[0] === wanted.slice(1).split(".")[0];
}

/** The name in `@scope/name@version`. */
function nameOf(ref) {
  return ref.slice(0, ref.lastIndexOf("@"));
}

function versionOf(ref) {
  return ref.slice(ref.lastIndexOf("@") + 1);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
