import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { relinkPage, type Targets } from "./links.ts";
import { type Page, toSitePath } from "./page.ts";

/** The documents of the repository that are pages of the site. */
const patterns = [
  "docs/**/*.md",
  "packages/*/README.md",
  "CODE_OF_CONDUCT.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
];

/** Folders of documents for which the site makes pages of other files than Markdown. */
const generated: ReadonlySet<string> = new Set(["docs/openapi"]);

/** All documents as pages, with links that lead to pages of the site or to the repository. */
export function readRepositoryPages(root: string): readonly Page[] {
  const targets = repositoryTargets(root);
  return findSources(root).map((path) => ({
    path: toSitePath(path),
    text: relinkPage({ path, text: readFileSync(join(root, path), "utf8") }, targets),
  }));
}

/** Where the links of the documents of a repository can lead. */
export function repositoryTargets(root: string): Targets {
  const sources = findSources(root);
  const pages = new Set(sources);
  return {
    isPage: (path) => pages.has(path),
    hasIndex: (path) =>
      generated.has(path) ||
      (path.startsWith("docs/") && sources.some((source) => source.startsWith(`${path}/`))),
    kindOf: (path) => {
      const found = statSync(join(root, path), { throwIfNoEntry: false });
      return found && (found.isDirectory() ? "tree" : "blob");
    },
  };
}

function findSources(root: string): readonly string[] {
  const found = globSync(patterns, { cwd: root });
  return found.map((path) => path.replaceAll("\\", "/")).sort();
}
