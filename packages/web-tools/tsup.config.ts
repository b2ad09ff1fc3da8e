import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts"],
  format: ["esm", "cjs"],
  target: "es2022",
  clean: true,
  minify: false,
  // Deno, Workers and "node:sqlite" need the prefix.
  removeNodeProtocol: false,
});
