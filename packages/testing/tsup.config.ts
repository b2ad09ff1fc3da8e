import { defineConfig } from "tsup";

export default defineConfig({
  entry: { contracts: "src/contracts/index.ts" },
  format: ["esm", "cjs"],
  dts: true,
  target: "es2022",
  sourcemap: true,
  clean: true,
  minify: false,
  // Deno, Workers and "node:sqlite" need the prefix.
  removeNodeProtocol: false,
});
