import { createRequire, type RegisterHooksOptions, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

/** The packages that a config may import although they are installed with this command alone. */
const own = /^(?:diglot|@diglot\/[\w-]+)(?:\/|$)/;
/** How files are imported that are part of a config; packages have names. */
const byPlace = /^(?:\.{0,2}\/|file:|#)/;
/** The parameter of an address that says which reading of a config a file belongs to. */
const parameter = "diglot-reading";

const { cache } = createRequire(import.meta.url);
/** The files of the configs that were read. */
const files = new Set<string>();
let readings = 0;

/**
 * Imports a config anew, with all files that it imports by their places; packages stay as they are. A
 * module cannot be unloaded, so that each reading costs the memory of its files.
 *
 * Files in TypeScript are modules whatever the `type` of the package in whose folder they lie. What they
 * import of `diglot` and its packages is looked for from here where it is not installed beside them, as
 * with `npx diglot`.
 */
export function importAnew(url: URL): Promise<{ readonly default?: unknown }> {
  if (readings === 0) registerHooks({ resolve, load });
  readings += 1;
  files.add(fileURLToPath(url));
  // CommonJS is kept by its file name alone.
  for (const file of files) delete cache[file];
  return import(withReading(url.href, String(readings)));
}

const resolve: NonNullable<RegisterHooksOptions["resolve"]> = (specifier, context, next) => {
  const found = findModule(specifier, context, next);
  const { url } = found;
  const { parentURL } = context;
  if (parentURL === undefined || !byPlace.test(specifier) || !isOwnFile(url)) return found;
  const reading = readingOf(parentURL);
  if (reading === undefined && !isRead(parentURL)) return found;
  files.add(fileURLToPath(url));
  return reading === undefined ? found : { ...found, url: withReading(url, reading) };
};

const findModule: typeof resolve = (specifier, context, next) => {
  try {
    return next(specifier, context);
  } catch (error) {
    if (!own.test(specifier)) throw error;
    return next(specifier, { ...context, parentURL: import.meta.url });
  }
};

const load: NonNullable<RegisterHooksOptions["load"]> = (url, context, next) =>
  readingOf(url) !== undefined && new URL(url).pathname.endsWith(".ts")
    ? next(url, { ...context, format: "module-typescript" })
    : next(url, context);

function withReading(url: string, reading: string): string {
  const changed = new URL(url);
  changed.searchParams.set(parameter, reading);
  return changed.href;
}

function readingOf(url: string): string | undefined {
  return URL.canParse(url) ? (new URL(url).searchParams.get(parameter) ?? undefined) : undefined;
}

function isOwnFile(url: string): boolean {
  return url.startsWith("file:") && !url.includes("/node_modules/");
}

function isRead(url: string): boolean {
  return url.startsWith("file:") && files.has(fileURLToPath(url));
}
