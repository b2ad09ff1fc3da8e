import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { tools } from "./places.ts";

const fromTools = createRequire(join(tools, "package.json"));

/**
 * Imports a package of `tools/site`.
 *
 * @typeParam Exports the exports that the caller uses
 */
export async function loadTool<Exports>(name: string): Promise<Exports> {
  return (await import(pathToFileURL(fromTools.resolve(name)).href)) as Exports;
}
