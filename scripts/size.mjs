// Prints what each public package costs a bundle, minified and gzipped, and fails above its limit.
// Core is measured with its dependencies; the others without core and without frameworks.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const limits = {
  core: 64_000,
  "adapter-fetch": 4_000,
  "adapter-node-http": 8_000,
  "adapter-express": 8_000,
  "embedded-models": 32_000,
};

let failed = false;
for (const [folder, limit] of Object.entries(limits)) {
  const entry = fileURLToPath(new URL(`../packages/${folder}/dist/index.js`, import.meta.url));
  if (!existsSync(entry)) {
    throw new Error(`packages/${folder} is not built: run "npm run build" first`);
  }
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: folder === "core" ? "neutral" : "node",
    mainFields: ["module", "main"],
    external: folder === "core" ? [] : ["@diglot/*", "express"],
  });
  const [output] = result.outputFiles;
  const gzipped = gzipSync(output.contents).length;
  const over = gzipped > limit;
  failed ||= over;
  console.log(`${folder}: ${gzipped} bytes gzipped of ${limit}${over ? " — TOO LARGE" : ""}`);
}
if (failed) process.exitCode = 1;
