import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Page, summaryOf, titleOf } from "./pages/page.ts";
import { base, builtFolder, origin } from "./places.ts";

/** The sections of `llms.txt`, each with the beginning of the paths of its pages. */
const sections = [
  ["Documentation", "docs/"],
  ["Packages", "packages/"],
  ["API reference", "api/"],
] as const;

/** Writes the site for programs that read text: each page as Markdown, an index, and all in one file. */
export function writeLlms(pages: readonly Page[]): void {
  const plain = pages.map(toPlain);
  for (const { path, text } of plain) write(path, text);
  write("llms.txt", createIndex(plain));
  write("llms-full.txt", joinPages(plain));
}

/** An index by the proposal of llmstxt.org: a title, a summary, and links with descriptions. */
export function createIndex(pages: readonly Page[]): string {
  const landing = pages.find(({ path }) => path === "index.md");
  const opening = `# Diglot\n\n> ${landing ? summaryOf(landing) : ""}`;
  const lists = sections.map(([title, folder]) => {
    const links = pages.filter(({ path }) => path.startsWith(folder)).map(toLink);
    return `## ${title}\n\n${links.join("\n")}`;
  });
  return `${[opening, ...lists].join("\n\n")}\n`;
}

/** The documents and the pages of packages in one text. The API reference is left out for its length. */
export function joinPages(pages: readonly Page[]): string {
  const written = pages.filter(({ path }) => !path.startsWith("api/"));
  return written.map((page) => `<!-- ${urlOf(page)} -->\n\n${page.text.trim()}\n`).join("\n");
}

/** A page without the parts that only a browser shows. */
export function toPlain({ path, text }: Page): Page {
  const words = text.replace(/^---\n.*?\n---\n+/s, "").replace(/^<[A-Z]\w+ \/>\n+/gm, "");
  return { path, text: words };
}

function toLink(page: Page): string {
  const summary = summaryOf(page);
  return `- [${titleOf(page)}](${urlOf(page)})${summary === "" ? "" : `: ${summary}`}`;
}

function urlOf({ path }: Page): string {
  return origin + base + path;
}

function write(path: string, text: string): void {
  const file = join(builtFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
