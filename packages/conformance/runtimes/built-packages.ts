import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { build } from "esbuild";

const packageFolder = resolve(import.meta.dirname, "..");
const { resolve: resolvePackage } = createRequire(import.meta.url);

/** The built files of core, in both module systems. */
export const coreFiles = ["index.js", "index.cjs"].map((file) =>
  resolve(dirname(resolvePackage("@diglot/core")), file),
);

/** A built file without its comments, and the modules of other packages that it asks for. */
export interface BuiltFile {
  readonly code: string;
  readonly imports: readonly string[];
}

/** Reads a built file together with the files beside it that it imports. */
export async function readBuiltFile(path: string): Promise<BuiltFile> {
  const { metafile, outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "neutral",
    packages: "external",
    external: ["node:*"],
    legalComments: "none",
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  return {
    code: outputFiles.map(({ text }) => text).join("\n"),
    imports: [...new Set(imports.map((imported) => imported.path))],
  };
}

/** Answers one request with packages that were taken in by `require`. */
const program = `
  const { createService, defineModel } = require("@diglot/core");
  const { toFetchHandler } = require("@diglot/adapter-fetch");
  const { toNodeHandler } = require("@diglot/adapter-node-http");
  const { createExpressMiddleware } = require("@diglot/adapter-express");
  const greet = defineModel("greet", async function* () { yield "Hello!"; });
  const service = createService({ models: [greet], allowAnonymous: true });
  createExpressMiddleware(service);
  toNodeHandler(service);
  const body = JSON.stringify({ model: "greet", messages: [{ role: "user", content: "Hi" }] });
  const headers = { "content-type": "application/json" };
  const request = new Request("http://host/v1/chat/completions", { method: "POST", headers, body });
  toFetchHandler(service)(request)
    .then((response) => response.json())
    .then(({ choices }) => process.stdout.write(choices[0].message.content));
`;

/** Runs a program of one `require` per package on a Node binary; what it has written. */
export function runRequireProgram(binary: string): { output: string; errorOutput: string } {
  const { stdout, stderr } = spawnSync(binary, ["--input-type=commonjs", "--eval", program], {
    cwd: packageFolder,
    encoding: "utf8",
  });
  return { output: stdout, errorOutput: stderr };
}
