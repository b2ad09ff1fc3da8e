import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { readPage, root } from "./documents.js";

const script = pathToFileURL(join(root, "scripts/config-page.mjs")).href;

describe("the page of the configuration file", () => {
  it("is the one that the schema makes", async () => {
    const { renderConfigPage } = (await import(script)) as { renderConfigPage: () => string };
    const page = readPage("docs/reference/config.md").text;
    expect(page === renderConfigPage(), "Run `npm run docs:config`.").toBe(true);
  });
});
