import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { readPage, root } from "./documents.js";

const script = pathToFileURL(join(root, "scripts/command-page.mjs")).href;
const page = readPage("docs/reference/command-line.md").text;

describe("the page of the command line", () => {
  it("is the one that the commands make", async () => {
    const { renderCommandPage } = (await import(script)) as {
      renderCommandPage: () => Promise<string>;
    };
    expect(page === (await renderCommandPage()), "Run `npm run docs:command`.").toBe(true);
  });

  it("says what every option means, and each default once", () => {
    const rows = page.split("\n").filter((line) => line.startsWith("| `-"));
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter((row) => /\|\s*\|$|\(default|undefined|\[object/.test(row))).toEqual([]);
  });
});
