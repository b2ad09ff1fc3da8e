import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/** A module of core's sources, bundled: what the package does not export, as its bundle has it. */
export async function loadSource<T>(root: string, path: string): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "diglot-bench-"));
  const outfile = join(folder, "module.mjs");
  try {
    const entryPoints = [join(root, "packages/core/src", path)];
    await build({ entryPoints, outfile, bundle: true, format: "esm", platform: "neutral" });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
