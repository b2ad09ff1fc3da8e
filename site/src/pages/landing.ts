import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../places.ts";
import { relinkPage } from "./links.ts";
import type { Page } from "./page.ts";
import { repositoryTargets } from "./repository-pages.ts";

/** The landing page. Its words are those of the README, and its program is the one that was recorded. */
export function createLandingPage(): Page {
  const source = { path: "README.md", text: readFileSync(join(root, "README.md"), "utf8") };
  const readme = relinkPage(source, repositoryTargets(root));
  const parts: Readonly<Record<string, string>> = {
    introduction: find(readme, /^# .+\n+(.+)$/m, "first paragraph"),
    tasks: find(readme, /^((?:\|.*\n)+)/m, "table of tasks"),
    offers: find(readme, /^## Features\n+(.*?)(?=^## )/ms, "section “Features”"),
    program: `\`\`\`js\n${readFileSync(program, "utf8")}\`\`\``,
  };
  const template = readFileSync(join(root, "site/landing.md"), "utf8");
  const text = template.replace(/<!-- (\w+) -->/g, (_whole, name: string) => parts[name] ?? "");
  return { path: "index.md", text };
}

const program = join(import.meta.dirname, "../example/service.mjs");

function find(readme: string, pattern: RegExp, name: string): string {
  const [, found] = pattern.exec(readme) ?? [];
  if (!found) throw new Error(`README.md has no ${name}, which the landing page shows.`);
  return found.trim();
}
