import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** The folder of the repository. */
export const root = resolve(import.meta.dirname, "../../../..");

/** A page of the documents. */
export interface Page {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** A fenced block of a page. */
export interface Block {
  readonly language: string;
  readonly code: string;
}

/** A page by its path from the root. */
export function readPage(path: string): Page {
  return { path, text: readFileSync(join(root, path), "utf8") };
}

/** All pages that a reader is led to. */
export function readPages(): readonly Page[] {
  const folders = ["packages", "examples"].flatMap((parent) =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${parent}/${entry.name}`),
  );
  const readmes = [".", "examples", "packages/conformance/requirements", ...folders]
    .map((folder) => join(root, folder, "README.md"))
    .filter((file) => existsSync(file));
  const docs = readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(root, "docs", name));
  return [...readmes, join(root, "SECURITY.md"), ...docs].map((file) =>
    readPage(relative(root, file)),
  );
}

/** The fenced blocks of a page, in their order. */
export function blocksOf({ text }: Page): readonly Block[] {
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = "", code = ""]) => ({
    language,
    code,
  }));
}

/** The page without its fenced blocks. */
export function proseOf({ text }: Page): string {
  return text.replace(/^```.*?^```$/gms, "");
}

/** The cells of all table rows whose first cell is a name in backticks, by that name. */
export function rowsOf({ text }: Page): ReadonlyMap<string, readonly string[]> {
  const rows = [...text.matchAll(/^\| `([\w.]+)` \|(.*)\|$/gm)];
  return new Map(
    rows.map(([, name = "", rest = ""]) => [name, rest.split("|").map((cell) => cell.trim())]),
  );
}
