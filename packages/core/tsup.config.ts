import { defineConfig } from "tsup";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    accounts: "src/accounts/endpoints/index.ts",
    frameworks: "src/models/frameworks/index.ts",
    "gpt-tokenizer": "src/gpt-tokenizer.ts",
    redaction: "src/redaction/index.ts",
    strict: "src/formats/strict.ts",
    translation: "src/translation/index.ts",
  },
  format: ["esm", "cjs"],
  target: "es2022",
  clean: true,
  minify: false,
  // Deno, Workers and "node:sqlite" need the prefix.
  removeNodeProtocol: false,
  // The parts of both that core uses are built in: importing the whole of zod takes longer than core.
  noExternal: ["zod", "eventsource-parser"],
});
