import { defineConfig } from "tsup";
import { dropComments } from "./build/drop-comments.ts";

export default defineConfig({
  // The page of the command line is made of program.js, the description for editors of schema.js.
  entry: {
    index: "src/index.ts",
    main: "src/main.ts",
    program: "src/program.ts",
    schema: "src/config/schema.ts",
  },
  // The public types of a config are written by build/write-types.ts.
  external: [/\/types\.js$/],
  esbuildPlugins: [dropComments],
  format: ["esm"],
  target: "es2022",
  clean: true,
  minify: false,
  // "node:sqlite" needs the prefix.
  removeNodeProtocol: false,
});
