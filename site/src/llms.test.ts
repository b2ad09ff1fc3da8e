import { expect, it } from "vitest";
import { createIndex, joinPages, toPlain } from "./llms.ts";

const pages = [
  { path: "index.md", text: "# Diglot\n\nServes **any** model, see [Models](./docs/models.md).\n" },
  { path: "docs/models.md", text: "# Models\n\n| a |\n|---|\n\nA model is\na function.\n" },
  { path: "api/core.md", text: "# @diglot/core\n" },
];

it("llms.txt has a title, a summary, and a link with the first sentence of each page", () => {
  const lines = createIndex(pages).split("\n");
  expect(lines.slice(0, 3)).toEqual(["# Diglot", "", "> Serves any model, see Models."]);
  expect(lines).toContain(
    "- [Models](https://diglot.github.io/diglot/docs/models.md): A model is a function.",
  );
  expect(lines).toContain("- [@diglot/core](https://diglot.github.io/diglot/api/core.md)");
});

it("llms-full.txt has all pages but the API reference", () => {
  const text = joinPages(pages);
  expect(text).toContain("A model is\na function.");
  expect(text).not.toContain("@diglot/core");
});

it("a page for programs has no parts for browsers", () => {
  const text = "---\naside: false\n---\n\n# Diglot\n\n<LiveExample />\n\nText with <br />.\n";
  expect(toPlain({ path: "index.md", text }).text).toBe("# Diglot\n\nText with <br />.\n");
});
