import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

const pageFolder = fileURLToPath(new URL("../src/page/", import.meta.url));

/** Resolves the module `#page` to the whole page as one text, with the policy that allows only it. */
export const pageModule: Plugin = {
  name: "page-module",
  setup(host) {
    host.onResolve({ filter: /^#page$/ }, ({ path }) => ({ path, namespace: "page" }));
    host.onLoad({ filter: /.*/, namespace: "page" }, async () => ({
      contents: toModule(await bundlePage()),
      loader: "js",
    }));
  },
};

interface PageParts {
  readonly script: string;
  readonly style: string;
  readonly markup: string;
}

async function bundlePage(): Promise<PageParts> {
  const { outputFiles } = await build({
    entryPoints: [`${pageFolder}main.tsx`],
    outdir: "page",
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "error",
  });
  const textOf = (ending: string) =>
    outputFiles.find(({ path }) => path.endsWith(ending))?.text.trim() ?? "";
  return {
    script: textOf(".js"),
    style: textOf(".css"),
    markup: await readFile(`${pageFolder}page.html`, "utf8"),
  };
}

function toModule({ script, style, markup }: PageParts): string {
  // The replacements are functions, because "$" has a meaning in a replacing text.
  const html = markup
    .replace("<style></style>", () => `<style>${style}</style>`)
    .replace("<script></script>", () => `<script>${script}</script>`);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return `export const html = ${JSON.stringify(html)};\nexport const policy = ${JSON.stringify(policy)};\n`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
