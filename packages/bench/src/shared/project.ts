import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** `@diglot/core`, as a checkout has built it. */
export type Core = typeof import("@diglot/core");

/** The folder of the repository that this package belongs to. */
export const ownRoot = resolve(import.meta.dirname, "../../../..");

/**
 * A package of a checkout, as that checkout has built it.
 * @throws if it is not built
 */
export async function loadPackage<T>(root: string, folder: string, module = "index"): Promise<T> {
  const entry = join(root, "packages", folder, `dist/${module}.js`);
  if (!existsSync(entry)) throw new Error(`${entry} is missing: run \`npm run build\` there.`);
  return import(pathToFileURL(entry).href);
}

/** Core of a checkout. */
export function loadCore(root: string): Promise<Core> {
  return loadPackage<Core>(root, "core");
}
