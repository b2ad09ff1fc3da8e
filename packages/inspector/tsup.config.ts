import { defineConfig } from "tsup";
import { pageModule } from "./build/page-module.js";

export default defineConfig({
  entry: ["src/index.ts"],
  format: ["esm", "cjs"],
  target: "es2022",
  clean: true,
  minify: false,
  // Deno, Workers and "node:sqlite" need the prefix.
  removeNodeProtocol: false,
  esbuildPlugins: [pageModule],
});
