import { readFileSync } from "node:fs";
import type { Options } from "tsup";
import ts from "typescript";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/**
 * Leaves the comments of schemas out of the built code, where esbuild would keep them: they are published
 * with the types, and in the description for editors.
 */
export const dropComments: Plugin = {
  name: "drop-comments",
  setup(build) {
    build.onLoad({ filter: /[\\/]config[\\/]schema([\\/][\w-]+)?\.ts$/ }, ({ path }) => ({
      contents: ts.transpile(readFileSync(path, "utf8"), {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2022,
        verbatimModuleSyntax: true,
        removeComments: true,
      }),
    }));
  },
};
