import { defineConfig } from "tsup";

const entry = {
  index: "src/index.ts",
  conformance: "src/conformance/index.ts",
  contracts: "src/contracts/index.ts",
  jest: "src/matchers/jest.ts",
  rules: "src/rules/index.ts",
  vitest: "src/matchers/vitest.ts",
};

export default defineConfig({
  entry: { ...entry, cli: "src/cli/main.ts" },
  format: ["esm", "cjs"],
  dts: { entry },
  target: "es2022",
  sourcemap: true,
  clean: true,
  minify: false,
  // Deno, Workers and "node:sqlite" need the prefix.
  removeNodeProtocol: false,
});
