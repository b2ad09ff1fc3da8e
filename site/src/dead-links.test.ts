import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findDeadLinks } from "./dead-links.ts";

/** A folder with these pages. */
function build(pages: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "diglot-site-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "docs"));
  for (const [path, html] of Object.entries(pages)) writeFileSync(join(folder, path), html);
  return folder;
}

it("links to pages, to places in them and to files are alive", () => {
  const folder = build({
    "index.html": `<a class="x" href="/base/docs/">1</a> <a href="./docs/one#caf%C3%A9">2</a>`,
    "docs/index.html": `<a href="#here">1</a> <b id="here"></b> <a href="./one.json">2</a>`,
    "docs/one.html": `<h2 id="café">1</h2> <a href="https://example.com/nowhere">2</a>`,
    "docs/one.json": "{}",
  });
  expect(findDeadLinks(folder, "/base/")).toEqual([]);
});

it("links to missing pages, to missing places and out of the site are dead", () => {
  const folder = build({
    "index.html": `<a href="/base/nowhere">1</a> <a href="#nowhere">2</a> <a href="/docs/">3</a>`,
    "docs/index.html": "",
  });
  expect(findDeadLinks(folder, "/base/")).toEqual([
    "/base/ links to /base/nowhere",
    "/base/ links to /base/#nowhere",
    "/base/ links to /docs/",
  ]);
});
