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
    entry: { index: "src/index.ts", translation: "src/translation.ts" },
    // Both are built at the same time; neither removes files of the other.
    clean: ["!schemas.*"],
    // The parts of these packages that are used are built in, as they are in core.
    noExternal: ["eventsource-parser", "zod"],
  },
  {
    ...common,
    // These schemas compose with those of the program that imports them, so they use its zod.
    entry: { schemas: "src/schemas.ts" },
    external: ["zod"],
  },
]);
