import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts"],
  format: ["esm", "cjs"],
  target: "es2022",
  clean: true,
  minify: false,
  // The parts of these packages that are used are built in, as they are in core.
  noExternal: ["eventsource-parser", "zod"],
  // Deno, Workers and "node:sqlite" need the prefix.
  removeNodeProtocol: false,
});
