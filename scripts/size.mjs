// Prints what each public package costs a bundle, minified and gzipped, and fails above its limit.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const frameworks = ["@diglot/*", "express"];

/**
 * What is measured: a package, what is left out of its bundle, what is used of it (without `uses`,
 * everything), and its limit in gzipped bytes.
 */
const bundles = [
  { name: "core", folder: "core", external: [], limit: 128_000 },
  {
    name: "core, models in process only",
    folder: "core",
    uses: ["createService", "createMemoryKeys", "defineModel"],
    external: [],
    limit: 71_000,
  },
  { name: "adapter-fetch", folder: "adapter-fetch", external: frameworks, limit: 4_000 },
  { name: "adapter-node-http", folder: "adapter-node-http", external: frameworks, limit: 8_000 },
  { name: "adapter-express", folder: "adapter-express", external: frameworks, limit: 4_000 },
  {
    name: "limits",
    folder: "limits",
    external: [...frameworks, "rate-limiter-flexible"],
    limit: 8_000,
  },
  { name: "store-sqlite", folder: "store-sqlite", external: frameworks, limit: 10_000 },
  { name: "store-postgres", folder: "store-postgres", external: frameworks, limit: 14_000 },
  { name: "testing, the fake", folder: "testing", external: frameworks, limit: 28_000 },
  { name: "embedded-models", folder: "embedded-models", external: frameworks, limit: 16_000 },
];

for (const { name, folder, uses, external, limit } of bundles) {
  const { minified, gzipped } = await measure(folder, uses, external);
  const over = gzipped > limit;
  if (over) process.exitCode = 1;
  const verdict = over ? "TOO LARGE" : "ok";
  console.log(`${name}: ${minified} bytes minified, ${gzipped} gzipped of ${limit}: ${verdict}`);
}

async function measure(folder, uses, external) {
  const entry = fileURLToPath(new URL(`../packages/${folder}/dist/index.js`, import.meta.url));
  const names = uses ? `{ ${uses.join(", ")} }` : "*";
  const { outputFiles } = await build({
    stdin: {
      contents: `export ${names} from ${JSON.stringify(entry)}`,
      resolveDir: dirname(entry),
    },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: folder === "core" ? "neutral" : "node",
    mainFields: ["module", "main"],
    external,
  });
  const [output] = outputFiles;
  return { minified: output.contents.length, gzipped: gzipSync(output.contents).length };
}
