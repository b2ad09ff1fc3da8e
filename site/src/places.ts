import { join } from "node:path";

/** The folder of the repository. */
export const root = join(import.meta.dirname, "../..");

/** Where VitePress and TypeDoc are installed. */
export const tools = join(root, "tools/site");

/** The pages as VitePress reads them. They lie beside the tools, so that a theme finds its imports. */
export const pagesFolder = join(tools, "pages");

/** The built site. */
export const builtFolder = join(root, "site/dist");

/** Where the repository is published. */
export const repository = "https://github.com/diglot/diglot";

const { DIGLOT_SITE_BASE, DIGLOT_SITE_ORIGIN } = process.env;

/** The path of the site on its host, with a slash at both ends. `DIGLOT_SITE_BASE` sets it. */
export const base: string = toBase(DIGLOT_SITE_BASE);

/** The host of the site, for links in files that are read elsewhere. `DIGLOT_SITE_ORIGIN` sets it. */
export const origin: string = DIGLOT_SITE_ORIGIN || "https://diglot.github.io";

function toBase(path = "/diglot"): string {
  return `/${path}/`.replace(/\/+/g, "/");
}
