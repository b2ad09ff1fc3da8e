import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { descriptionFiles } from "./openapi/openapi-pages.ts";
import type { Page } from "./pages/page.ts";
import { pagesFolder, root } from "./places.ts";

/** Files of the repository that the site offers under the same paths. */
const publicFiles = ["docs/pictures", ...descriptionFiles];

/** Writes pages where VitePress reads them. A page that has not changed is not touched. */
export function writePages(pages: readonly Page[]): void {
  for (const { path, text } of pages) writeChanged(join(pagesFolder, path), text);
}

/** Writes data that the configuration or the theme reads, as `.vitepress/data/<name>.json`. */
export function writeData(name: string, data: unknown): void {
  writeChanged(join(pagesFolder, `.vitepress/data/${name}.json`), JSON.stringify(data));
}

/** Copies the configuration, the theme, pictures and files for downloads. */
export function copyFiles(): void {
  const here = join(root, "site");
  cpSync(join(here, "theme"), join(pagesFolder, ".vitepress/theme"), { recursive: true });
  cpSync(join(here, "config.mjs"), join(pagesFolder, ".vitepress/config.mjs"));
  cpSync(join(here, "public"), join(pagesFolder, "public"), { recursive: true });
  cpSync(join(root, "docs/pictures"), join(pagesFolder, "docs/pictures"), { recursive: true });
  for (const file of publicFiles) {
    cpSync(join(root, file), join(pagesFolder, "public", file), { recursive: true });
  }
}

function writeChanged(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
