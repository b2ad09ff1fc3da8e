import { defineConfig, type Options } from "tsup";

const entry = {
  index: "src/index.ts",
  conformance: "src/conformance/index.ts",
  contracts: "src/contracts/index.ts",
  jest: "src/matchers/jest.ts",
  rules: "src/rules/index.ts",
  vitest: "src/matchers/vitest.ts",
};

const shared: Options = {
  target: "es2022",
  clean: true,
  minify: false,
  // Deno, Workers and "node:sqlite" need the prefix.
  removeNodeProtocol: false,
  // It has no build for CommonJS.
  noExternal: ["eventsource-parser"],
};

export default defineConfig([
  { ...shared, entry, format: "esm" },
  { ...shared, entry, format: "cjs" },
]);
