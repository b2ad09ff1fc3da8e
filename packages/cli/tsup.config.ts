import { defineConfig } from "tsup";

export default defineConfig({
  // The page of the command line is made of program.js.
  entry: ["src/index.ts", "src/main.ts", "src/program.ts"],
  format: ["esm"],
  dts: { entry: "src/index.ts" },
  target: "es2022",
  clean: true,
  minify: false,
  // "node:sqlite" needs the prefix.
  removeNodeProtocol: false,
});
