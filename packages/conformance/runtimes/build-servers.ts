import { copyFile } from "node:fs/promises";
import { resolve } from "node:path";
import { build } from "esbuild";
import { builtFolder } from "./runtimes.js";

const folder = resolve(import.meta.dirname, "servers");
const entry = (name: string) => resolve(folder, `${name}.ts`);

/**
 * Turns the server programs into plain JavaScript. They import the built packages as any program
 * would; only the worker carries them inside, because workerd knows no package folders.
 * Rejects if the packages have not been built, or need a module that Workers do not have.
 */
export async function buildServers(): Promise<void> {
  const common = { outdir: builtFolder, format: "esm", target: "es2022", bundle: true } as const;
  await Promise.all([
    build({
      ...common,
      entryPoints: ["node", "express", "bun", "deno"].map(entry),
      platform: "neutral",
      packages: "external",
      external: ["node:*"],
    }),
    build({
      ...common,
      entryPoints: [entry("worker")],
      platform: "neutral",
      conditions: ["workerd", "worker"],
      mainFields: ["module", "main"],
    }),
  ]);
  await copyFile(resolve(folder, "workerd.capnp"), resolve(builtFolder, "workerd.capnp"));
}
