import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure } from "../../terminal/failure.js";
import { findJsonError, findProgramError } from "./find-syntax-error.js";
import { importAnew } from "./import-hooks.js";

/** The names under which a config is looked for, in this order. */
const fileNames = [
  "diglot.config.ts",
  "diglot.config.mjs",
  "diglot.config.js",
  "diglot.config.json",
] as const;

/** The ends of files that can be read. */
const readable = /\.(?:[cm]?[jt]s|json)$/;

/**
 * The file of a config: the one that is named, or the one in the working directory.
 * @throws Failure if there is none
 */
export function findConfigFile(named: string | undefined): string {
  if (named !== undefined) {
    if (!readable.test(named)) {
      throw new Failure(`${named} is not read: a config is a .ts, .mjs, .js or .json file.`, {
        hint: "`diglot init` writes one.",
      });
    }
    if (existsSync(named)) return named;
    throw new Failure(`${named} does not exist.`, {
      hint: "Name the file with --config, relative to the working directory.",
    });
  }
  const found = fileNames.find((name) => existsSync(name));
  if (found !== undefined) return found;
  throw new Failure(`There is no ${fileNames.join(", ")} in ${process.cwd()}.`, {
    hint: "Name the file with --config, or write one with `diglot init`.",
  });
}

/**
 * Reads a config, without checking it. JSON is parsed; everything else is imported, TypeScript without
 * its types, and exports the config as default. Each call reads it anew, with the files that it imports.
 * @throws Failure that names the file
 */
export async function loadConfig(file: string): Promise<unknown> {
  try {
    return file.endsWith(".json")
      ? JSON.parse(readFileSync(file, "utf8"))
      : await importDefault(file);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const place = cause instanceof SyntaxError ? toPlaceText(file, cause) : file;
    throw new Failure(`${place}: cannot be read: ${reason}`, { cause, hint: hintFor(cause) });
  }
}

/** A file with the line and the column where it goes wrong, if they are found. */
function toPlaceText(file: string, cause: SyntaxError): string {
  const place = file.endsWith(".json")
    ? findJsonError(readFileSync(file, "utf8"))
    : findProgramError(file, cause);
  return place ? `${file}:${place.line}:${place.column}` : file;
}

/** CommonJS cannot import; the package says whether its files are CommonJS. */
function hintFor(cause: unknown): string | undefined {
  return cause instanceof SyntaxError &&
    /import statement|Unexpected token 'export'/.test(cause.message)
    ? "Name it diglot.config.mjs, or diglot.config.ts."
    : undefined;
}

async function importDefault(file: string): Promise<unknown> {
  const exported = await importAnew(pathToFileURL(resolve(file)));
  if (exported.default !== undefined) return exported.default;
  throw new Failure(`${file}: must export the config as default.`, {
    hint: "export default defineConfig({ … });",
  });
}
