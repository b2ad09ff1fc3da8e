import { copyFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { defineConfig } from "tsup";

const noExternal = ["eventsource-parser"];

function packageFolder(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
}

export default defineConfig({
  entry: {
    index: "src/index.ts",
    accounts: "src/accounts/endpoints/index.ts",
    "gpt-tokenizer": "src/gpt-tokenizer.ts",
    strict: "src/formats/strict.ts",
    translation: "src/translation/index.ts",
  },
  format: ["esm", "cjs"],
  dts: true,
  target: "es2022",
  clean: true,
  minify: false,
  // It cannot be required where only CommonJS is loaded.
  noExternal,
  onSuccess: async () => {
    for (const name of noExternal) {
      copyFileSync(join(packageFolder(name), "LICENSE"), `dist/${name}.LICENSE`);
    }
  },
  // Deno, Workers and "node:sqlite" need the prefix.
  removeNodeProtocol: false,
});
