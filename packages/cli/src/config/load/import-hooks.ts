import { registerHooks } from "node:module";

/** The packages that a config may import although they are installed with this command alone. */
const own = /^(?:diglot|@diglot\/[\w-]+)(?:\/|$)/;

const configs = new Set<string>();
let isRegistered = false;

/**
 * Prepares the import of a config. One in TypeScript is a module whatever the `type` of the package in
 * whose folder it lies. What it imports of `diglot` and its packages is looked for from here where it is
 * not installed beside it, as with `npx diglot`.
 */
export function prepareImport(url: string): void {
  configs.add(url);
  if (isRegistered) return;
  isRegistered = true;
  registerHooks({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context);
      } catch (error) {
        if (!own.test(specifier)) throw error;
        return next(specifier, { ...context, parentURL: import.meta.url });
      }
    },
    load: (url, context, next) =>
      configs.has(url) && isTypeScript(url)
        ? next(url, { ...context, format: "module-typescript" })
        : next(url, context),
  });
}

function isTypeScript(url: string): boolean {
  return new URL(url).pathname.endsWith(".ts");
}
