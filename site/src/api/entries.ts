import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** A module that a published package exports, with its declarations. */
export interface PublicEntry {
  /** As programs import it, such as `@diglot/core/accounts`. */
  readonly name: string;
  /** The file of its declarations, from the root of the repository. */
  readonly file: string;
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, Exported>>;
}

/** A file, or conditions with the files that they choose. */
type Exported = string | { readonly types?: string; readonly import?: { readonly types?: string } };

/** The modules of all published packages that have declarations. */
export function findEntries(root: string): readonly PublicEntry[] {
  return globSync("packages/*/package.json", { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .flatMap((path) => entriesOf(posix.dirname(path), readManifest(join(root, path))));
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, "utf8")) as Manifest;
}

function entriesOf(folder: string, manifest: Manifest): readonly PublicEntry[] {
  if (manifest.private) return [];
  return Object.entries(manifest.exports ?? {}).flatMap(([path, exported]) => {
    const types = typesOf(exported);
    if (!types) return [];
    return [{ name: posix.join(manifest.name, path), file: posix.join(folder, types) }];
  });
}

function typesOf(exported: Exported): string | undefined {
  return typeof exported === "string" ? undefined : (exported.import?.types ?? exported.types);
}
