import { expect, it } from "vitest";
import { createFolderPages } from "./folder-pages.ts";
import { createGroup, createSidebar } from "./navigation.ts";

const index = {
  path: "docs/index.md",
  text: `# Documentation

Start with [a guide](./gateway.md).

## Guides

1. [Run a gateway](./gateway.md): keys and billing.

## Reference

Read [Concepts](./concepts.md) first.

| Topic | Page | Question |
|---|---|---|
| Serving | [Mounting](./mounting.md) | Where? |
| | [Options](../packages/core/index.md#options) | Which? |
| Background | [Decisions](./decisions/index.md) | Why? |
`,
};
const pages = [
  index,
  { path: "docs/decisions/index.md", text: "# Decisions" },
  { path: "docs/decisions/tests.md", text: "# Decisions: tests" },
  { path: "docs/decisions/accounts.md", text: "# Decisions: `accounts`" },
  { path: "packages/core/index.md", text: "# @diglot/core" },
];

it("a sidebar has the lists, the sentences and the topics of the index, in their order", () => {
  expect(createSidebar(index, pages)).toEqual([
    { text: "Guides", items: [{ text: "Run a gateway", link: "/docs/gateway" }] },
    { text: "Concepts", link: "/docs/concepts" },
    {
      text: "Serving",
      items: [
        { text: "Mounting", link: "/docs/mounting" },
        { text: "Options", link: "/packages/core/#options" },
      ],
    },
    {
      text: "Background",
      items: [
        {
          text: "Decisions",
          link: "/docs/decisions/",
          collapsed: true,
          items: [
            { text: "Decisions: accounts", link: "/docs/decisions/accounts" },
            { text: "Decisions: tests", link: "/docs/decisions/tests" },
          ],
        },
      ],
    },
  ]);
});

it("a group has the pages of a folder", () => {
  expect(createGroup("Packages", "packages", pages)).toEqual({
    text: "Packages",
    items: [{ text: "@diglot/core", link: "/packages/core/" }],
  });
});

it("a folder of documents without a README gets an index", () => {
  const page = { path: "docs/reference/some-options/first.md", text: "# The first" };
  expect(createFolderPages([...pages, page])).toEqual([
    {
      path: "docs/reference/some-options/index.md",
      text: "# Some options\n\n- [The first](./first.md)\n",
    },
  ]);
});
