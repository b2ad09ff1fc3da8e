// Finds the files of this repository for the TypeScript compiler.
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import ts from "typescript";

/** A host that resolves relative imports and the names of entries, and leaves out every other package. */
export function createHost(options, entries) {
  const find = (name, importer) => entries[name] ?? findRelative(name, importer);
  return {
    ...ts.createCompilerHost(options),
    resolveModuleNameLiterals: (literals, importer) =>
      literals.map(({ text }) => {
        const file = find(text, importer);
        if (!file) return { resolvedModule: undefined };
        return { resolvedModule: { resolvedFileName: file, extension: ts.Extension.Ts } };
      }),
  };
}

function findRelative(name, importer) {
  if (!name.startsWith(".")) return undefined;
  const file = resolve(dirname(importer), name.replace(/\.js$/, ".ts"));
  return existsSync(file) ? file : undefined;
}
