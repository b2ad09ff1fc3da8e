import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts"],
  format: ["esm", "cjs"],
  target: "es2022",
  minify: false,
  clean: true,
  // Deno, Workers and "node:sqlite" need the prefix.
  removeNodeProtocol: false,
  // The part of it that is used is built in, as it is in core.
  noExternal: ["zod"],
});
