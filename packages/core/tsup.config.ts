import { copyFileSync } from "node:fs";
import { createRequire } from "node:module";
import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    accounts: "src/accounts/endpoints/index.ts",
    "gpt-tokenizer": "src/gpt-tokenizer.ts",
    translation: "src/translation/index.ts",
  },
  format: ["esm", "cjs"],
  dts: true,
  target: "es2022",
  sourcemap: true,
  clean: true,
  minify: false,
  // Loading zod's many small files takes longer than loading all of core with it inside.
  noExternal: ["zod"],
  onSuccess: async () => {
    const license = createRequire(import.meta.url).resolve("zod/package.json");
    copyFileSync(license.replace("package.json", "LICENSE"), "dist/zod.LICENSE");
  },
  // Deno, Workers and "node:sqlite" need the prefix.
  removeNodeProtocol: false,
});
