import { posix } from "node:path";
import { repository } from "../places.ts";
import { type Page, toSitePath } from "./page.ts";

/** Where links can lead, by paths from the root of the repository. */
export interface Targets {
  /** Whether a document is a page of the site. */
  readonly isPage: (path: string) => boolean;
  /** Whether the site has an index of a folder. */
  readonly hasIndex: (path: string) => boolean;
  /** Whether there is a folder or a file, in the words of the addresses of the repository. */
  readonly kindOf: (path: string) => "tree" | "blob" | undefined;
}

/** A fenced block, code in a line, or a link with its label and its target. */
const codeOrLink = /^(`{3,}).*?^\1`*$|(`+)[^`\n][^\n]*?\2|(!?\[[^\]]*\])\(([^)\s]+)\)/gms;

/** The addresses of files of the repository. Pages that registries show name files by them. */
const inRepository = new RegExp(
  `^(?:${repository}/(?:blob|tree)|https://raw.githubusercontent.com/diglot/diglot)/main/`,
);

/**
 * Rewrites the links of a document for the site: to documents that are pages, relative links; to all
 * other files of the repository, their addresses there.
 *
 * @param page with its path in the repository
 * @throws Error if a link leads to a file that does not exist
 */
export function relinkPage(page: Page, targets: Targets): string {
  return page.text.replace(codeOrLink, (whole, _fence, _ticks, label?: string, link?: string) => {
    if (label === undefined || link === undefined) return whole;
    const isPicture = label.startsWith("!");
    return `${label}(${relink(page.path, link, targets, isPicture)})`;
  });
}

function relink(source: string, link: string, targets: Targets, isPicture: boolean): string {
  const here = link.replace(inRepository, "/");
  if (/^[a-z]+:/.test(here) || here.startsWith("#")) return link;
  const [target = "", ...anchor] = here.split(/(?=#)/);
  const path = fileOf(source, target);
  const kind = targets.kindOf(path);
  if (!kind) throw new Error(`${source} links to ${link}, which does not exist.`);
  const page = pageOf(path, targets);
  if (page) return relative(toSitePath(source), page) + anchor.join("");
  return isPicture
    ? relative(source, path)
    : `${repository}/${kind}/main/${path}${anchor.join("")}`;
}

/** The path from the root of a file that a link names. */
function fileOf(source: string, target: string): string {
  const folder = target.startsWith("/") ? "" : posix.dirname(source);
  return posix.join(folder, target).replace(/^\/|\/$/g, "");
}

function pageOf(path: string, { isPage, hasIndex }: Targets): string | undefined {
  const document = [path, `${path}/README.md`].find(isPage);
  if (document) return toSitePath(document);
  return hasIndex(path) ? `${path}/index.md` : undefined;
}

function relative(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}
