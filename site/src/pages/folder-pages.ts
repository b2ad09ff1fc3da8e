import { posix } from "node:path";
import { type Page, titleOf } from "./page.ts";

/** An index for each folder of documents that has pages but no README. */
export function createFolderPages(pages: readonly Page[]): readonly Page[] {
  const paths = new Set(pages.map(({ path }) => path));
  const folders = new Set(pages.map(({ path }) => posix.dirname(path)));
  return [...folders]
    .filter((folder) => folder.startsWith("docs/") && !paths.has(`${folder}/index.md`))
    .map((folder) => createIndex(folder, pages));
}

function createIndex(folder: string, pages: readonly Page[]): Page {
  const listed = pages.filter(({ path }) => posix.dirname(path) === folder);
  const links = listed.map((page) => `- [${titleOf(page)}](./${posix.basename(page.path)})`);
  const name = posix.basename(folder).replaceAll("-", " ");
  const heading = name.charAt(0).toUpperCase() + name.slice(1);
  return { path: `${folder}/index.md`, text: `# ${heading}\n\n${links.join("\n")}\n` };
}
