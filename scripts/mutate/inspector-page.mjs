import { build } from "esbuild";
import { pageModule } from "../../packages/inspector/build/page-module.ts";

/** The page that the sources of the inspector import, built as its package builds it. */
export const inspectorPage = {
  name: "page",
  enforce: "pre",
  resolveId: (id) => (id === "#page" ? "\0page" : undefined),
  async load(id) {
    if (id !== "\0page") return undefined;
    const stdin = { contents: 'export * from "#page";' };
    const settings = { bundle: true, format: "esm", write: false, plugins: [pageModule] };
    const { outputFiles } = await build({ stdin, ...settings });
    return outputFiles[0].text;
  },
};
