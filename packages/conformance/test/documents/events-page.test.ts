import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { readPage, root } from "./documents.js";

const script = pathToFileURL(join(root, "scripts/events-page.mjs")).href;
const page = readPage("docs/reference/events.md").text;
const events = join(root, "packages/core/src/events");

/** What a pattern finds in the text of a file of the events. */
function findAll(file: string, pattern: RegExp): readonly string[] {
  const found = readFileSync(join(events, file), "utf8").matchAll(pattern);
  return [...found].map(([, name = ""]) => name);
}

describe("the page of events", () => {
  it("is the one that the types make", async () => {
    const { renderEventsPage } = (await import(script)) as { renderEventsPage: () => string };
    expect(page === renderEventsPage(), "Run `npm run docs:events`.").toBe(true);
  });

  it("has a section for every event, and a row for every kind of content", () => {
    const types = findAll("event.ts", /readonly type: "(\w+)"/g);
    const kinds = findAll("content.ts", /readonly type: "(\w+)"/g);
    expect(types.length).toBeGreaterThan(8);
    expect(types.filter((type) => !page.includes(`\n## ${type}\n`))).toEqual([]);
    expect(kinds.filter((kind) => !page.includes(`\n| \`${kind}\` |`))).toEqual([]);
  });

  it("names every member of the events", () => {
    const files = ["event.ts", "request-facts.ts", "content.ts"];
    const members = files.flatMap((file) => findAll(file, /readonly (\w+)\??:/g));
    expect(members.length).toBeGreaterThan(80);
    expect(members.filter((member) => !page.includes(`\`${member}\``))).toEqual([]);
  });

  it("leads only to sections that it has", () => {
    const titles = page.matchAll(/^#+ (.+)$/gm);
    const anchors = new Set([...titles].map(([, title = ""]) => title.toLowerCase()));
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = ""]) => anchor);
    expect(links.filter((anchor) => !anchors.has(anchor))).toEqual([]);
  });

  it("fills all cells but meanings, and has no type in the words of the compiler", () => {
    const rows = page.split("\n").filter((line) => line.startsWith("| "));
    expect(rows.filter((row) => /^\|\s*\||\|\s*\|\s+\|$/.test(row))).toEqual([]);
    expect(rows.filter((row) => /readonly|undefined|=>|<|\[\]/.test(row))).toEqual([]);
  });
});
