import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A page as it was built: where its links lead, and the places in it that links can lead to. */
interface BuiltPage {
  readonly address: string;
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
}

/**
 * The links of a built site that lead to no page, no file or no place in a page, each with the page
 * that it stands on.
 *
 * @param folder where the site is
 * @param base the path of the site on its host
 */
export function findDeadLinks(folder: string, base: string): readonly string[] {
  const files = globSync("**/*", { cwd: folder }).map((file) => file.replaceAll("\\", "/"));
  const pages = files
    .filter((file) => file.endsWith(".html"))
    .map((file) => readBuilt(join(folder, file), base + toAddress(file)));
  const ids = new Map(pages.map((page) => [page.address, page.ids]));
  const others = new Set(files.map((file) => base + file));
  return pages.flatMap(({ address, links }) =>
    links
      .map((link) => new URL(link, `https://site${address}`))
      .filter((url) => url.host === "site" && !leadsSomewhere(url, ids, others))
      .map(({ pathname, hash }) => `${address} links to ${pathname}${hash}`),
  );
}

function leadsSomewhere(
  { pathname, hash }: URL,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
  others: ReadonlySet<string>,
): boolean {
  const page = ids.get(decodeURI(pathname));
  if (!page) return hash === "" && others.has(decodeURI(pathname));
  return hash === "" || page.has(decodeURIComponent(hash.slice(1)));
}

function readBuilt(file: string, address: string): BuiltPage {
  const html = readFileSync(file, "utf8");
  return {
    address,
    links: [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, link = ""]) => decode(link)),
    ids: new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => decode(id))),
  };
}

/** The address of a page without its ending, as its links name it. */
function toAddress(file: string): string {
  return file.replace(/(^|\/)index\.html$/, "$1").replace(/\.html$/, "");
}

function decode(attribute: string): string {
  return attribute.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'");
}
