import { defineConfig, type Options } from "tsup";

const common: Options = {
  format: ["esm", "cjs"],
  target: "es2022",
  minify: false,
  // Deno, Workers and "node:sqlite" need the prefix.
  removeNodeProtocol: false,
};

export default defineConfig([
  {
    ...common,
    entry: {
      index: "src/index.ts",
      accounts: "src/endpoints/accounts/index.ts",
      formats: "src/formats/index.ts",
      frameworks: "src/models/frameworks/index.ts",
      "gpt-tokenizer": "src/gpt-tokenizer.ts",
      openapi: "src/openapi/index.ts",
      redaction: "src/redaction/index.ts",
      strict: "src/formats/strict.ts",
      translation: "src/translation/index.ts",
    },
    // Both are built at the same time; neither removes files of the other.
    clean: ["!schemas.*"],
    // The parts of both that core uses are built in: importing the whole of zod takes longer than core.
    noExternal: ["zod", "eventsource-parser"],
  },
  {
    ...common,
    // These schemas compose with those of the program that imports them, so they use its zod.
    entry: { schemas: "src/schemas.ts" },
    external: ["zod"],
  },
]);
