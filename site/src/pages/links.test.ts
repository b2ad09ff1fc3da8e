import { describe, expect, it } from "vitest";
import { relinkPage, type Targets } from "./links.ts";

const pages = new Set(["docs/README.md", "docs/gateway.md", "packages/core/README.md"]);
const kinds = new Map<string, "blob" | "tree">([
  ...[...pages, "examples/quickstart/server.mjs", "docs/picture.svg"].map(
    (path) => [path, "blob"] as const,
  ),
  ...["packages/core", "packages/core/src", "docs/openapi"].map((path) => [path, "tree"] as const),
]);
const targets: Targets = {
  isPage: (path) => pages.has(path),
  hasIndex: (path) => path === "docs/openapi",
  kindOf: (path) => kinds.get(path),
};
const relink = (text: string, path = "docs/gateway.md") => relinkPage({ path, text }, targets);
const source = "https://github.com/diglot/diglot";

describe("a link of a document", () => {
  it("to another document leads to its page, with the anchor", () => {
    expect(relink("[a](README.md#x) [b](../packages/core/README.md)")).toBe(
      "[a](./index.md#x) [b](../packages/core/index.md)",
    );
  });

  it("to the address of a document leads to its page, too", () => {
    expect(relink(`[a](${source}/blob/main/docs/README.md#x)`, "packages/core/README.md")).toBe(
      "[a](../../docs/index.md#x)",
    );
  });

  it("to a folder leads to its index if the site has one, otherwise to the repository", () => {
    expect(relink("[a](openapi) [b](../packages/core) [c](../packages/core/src)")).toBe(
      `[a](./openapi/index.md) [b](../packages/core/index.md) [c](${source}/tree/main/packages/core/src)`,
    );
  });

  it("to a source file leads to the repository, but a picture stays beside the page", () => {
    expect(relink("[a](../examples/quickstart/server.mjs) ![b](picture.svg)")).toBe(
      `[a](${source}/blob/main/examples/quickstart/server.mjs) ![b](./picture.svg)`,
    );
  });

  it("to the raw address of a picture leads to the picture of the site", () => {
    const raw = "https://raw.githubusercontent.com/diglot/diglot/main/docs/picture.svg";
    expect(relink(`![a](${raw})`, "packages/core/README.md")).toBe("![a](../../docs/picture.svg)");
  });

  it("to another site or inside of the page stays as it is", () => {
    const text = "[a](https://example.com/README.md) [b](#x)";
    expect(relink(text)).toBe(text);
  });

  it("in code is no link", () => {
    const text = "`[a](nowhere.md)`\n\n```js\nf[a](nowhere.md)\n```\n";
    expect(relink(text)).toBe(text);
  });

  it("to a file that does not exist is an error that names both", () => {
    expect(() => relink("[a](nowhere.md)")).toThrow(
      "docs/gateway.md links to nowhere.md, which does not exist.",
    );
  });
});
