import { createApiPages } from "../api/api-pages.ts";
import { createOpenapiPages } from "../openapi/openapi-pages.ts";
import { root } from "../places.ts";
import { createFolderPages } from "./folder-pages.ts";
import { createLandingPage } from "./landing.ts";
import { createGroup, createSidebar, type Entry } from "./navigation.ts";
import { addressOf, type Page, titleOf } from "./page.ts";
import { readRepositoryPages } from "./repository-pages.ts";

/** The sidebars, by the beginning of the addresses for which they are shown. */
export type Sidebars = Readonly<Record<string, readonly Entry[]>>;

/** The pages made of files that somebody may be writing: the documents and the landing page. */
export function readWrittenPages(): readonly Page[] {
  const pages = [...readRepositoryPages(root), ...createOpenapiPages()];
  return [createLandingPage(), ...pages, ...createFolderPages(pages)];
}

/** The pages made of doc comments. */
export const readApiPages = createApiPages;

/** The sidebars of all pages. */
export function createSidebars(pages: readonly Page[]): Sidebars {
  const index = pages.find(({ path }) => path === "docs/index.md");
  if (!index) throw new Error("docs/README.md is missing. It is the index of the documents.");
  const documents = [...createSidebar(index, pages), createGroup("Packages", "packages", pages)];
  return { "/api/": listAll("api/", pages), "/": documents };
}

/** The pages whose paths begin alike, without their index, one below the other. */
function listAll(beginning: string, pages: readonly Page[]): readonly Entry[] {
  return pages
    .filter(({ path }) => path.startsWith(beginning) && path !== `${beginning}index.md`)
    .map((page) => ({ text: titleOf(page), link: addressOf(page.path) }));
}
