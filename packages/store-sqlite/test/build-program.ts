import { resolve } from "node:path";
import { build } from "esbuild";
import { newPath } from "./support.js";

/** Builds one of the programs with all that it imports; the path of a module for every runtime. */
export async function buildProgram(name: string): Promise<string> {
  const outfile = newPath(`${name}.mjs`);
  await build({
    entryPoints: [resolve(import.meta.dirname, `programs/${name}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  return outfile;
}
