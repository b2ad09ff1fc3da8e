import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** The folder of the repository. */
export const root = resolve(import.meta.dirname, "../../../..");

/** Where the repository is published. Pages that registries show name its files by this address. */
export const repository = "https://github.com/diglot/diglot";

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

/** The skills for coding agents that packages bring along. */
export const skills = [
  "packages/cli/skills/diglot/SKILL.md",
  "packages/testing/skills/diglot-testing/SKILL.md",
] as const;

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
  const besideReadmes = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /^[a-z-]+\.md$/.test(name))
      .map((name) => join(root, folder, name)),
  );
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(root, "docs", name));
  const own = [
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "SUPPORT.md",
    "examples/AGENTS.md",
    ...skills,
  ];
  const files = [...readmes, ...besideReadmes, ...own.map((name) => join(root, name)), ...docs];
  return files.map((file) => readPage(relative(root, file)));
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

/** Where the links of a page lead, in its prose. */
export function linksOf(page: Page): readonly string[] {
  return [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
}

/** The file of this repository that a link of a page names, if it names one, and the anchor. */
export function fileOf(
  { path }: Page,
  link: string,
): { file: string; anchor?: string } | undefined {
  const here = link.replace(new RegExp(`^${repository}/(?:blob|tree)/main/`), "/");
  if (/^[a-z]+:/.test(here)) return undefined;
  const [target = "", anchor] = here.split("#");
  const folder = target.startsWith("/") ? "" : dirname(path);
  const file = target === "" ? join(root, path) : join(root, folder, target);
  return { file, ...(anchor !== undefined && { anchor }) };
}
