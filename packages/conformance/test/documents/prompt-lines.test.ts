import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { changingLines } from "@diglot/core";
import { expect, it } from "vitest";
import { readPage, root } from "./documents.js";

it("the page of changing lines has every changing line that the code knows", () => {
  const { text } = readPage("docs/reference/prompt-lines.md");
  for (const { example, source } of changingLines) {
    expect(text).toContain(`\`${example}\``);
    expect(text).toContain(`(${source})`);
  }
  const script = join(root, "scripts/prompt-lines.mjs");
  const made = execFileSync(process.execPath, [script, "--print"], { encoding: "utf8" });
  expect(text === made, "Run `npm run docs:prompt-lines`.").toBe(true);
});
