// The checks of a published manifest: the members that a registry shows, and its dependencies.

const wanted = [
  "description",
  "keywords",
  "license",
  "author",
  "homepage",
  "bugs",
  "repository",
  "engines",
  "types",
];

/**
 * @param {Record<string, any>} manifest as the registry has it
 * @param {readonly string[]} published the names of all packages of this release
 * @returns {string[]}
 */
export function manifestFaults(manifest, published) {
  return [...memberFaults(manifest), ...dependencyFaults(manifest, published)];
}

function memberFaults({ engines, keywords, repository, scripts, ...manifest }) {
  const members = { ...manifest, engines, keywords, repository };
  const missing = wanted.filter((member) => members[member] === undefined);
  const hooks = ["preinstall", "install", "postinstall"].filter((name) => scripts?.[name]);
  return [
    ...missing.map((member) => `package.json has no "${member}".`),
    ...hooks.map((name) => `package.json has the script "${name}".`),
    ...(keywords?.length ? [] : ['"keywords" is empty.']),
    ...(engines?.node ? [] : ['"engines" does not name Node.']),
    ...(repository?.url?.startsWith("git+https:") ? [] : ['"repository" has no address.']),
    ...(repository?.directory ? [] : ['"repository" has no directory.']),
  ];
}

function dependencyFaults(manifest, published) {
  const { version, dependencies, peerDependencies, optionalDependencies } = manifest;
  const exact = Object.entries({ ...dependencies, ...optionalDependencies });
  const peers = Object.entries(peerDependencies ?? {});
  return [
    ...exact.flatMap((entry) => rangeFaults(entry, version, published)),
    ...peers.flatMap((entry) => rangeFaults(entry, `^${version}`, published)),
  ];
}

/** A package of ours must be published, and have the range; a package of others must have a plain one. */
function rangeFaults([name, range], expected, published) {
  const place = `"${name}": "${range}"`;
  if (/^(workspace|file|link|portal|git|https?)[:+]/.test(range))
    return [`${place} is no version.`];
  if (name !== "diglot" && !name.startsWith("@diglot/")) return [];
  if (!published.includes(name)) return [`${place} is not published.`];
  return range === expected ? [] : [`${place} is not "${expected}".`];
}
