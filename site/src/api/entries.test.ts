import { expect, it } from "vitest";
import { root } from "../places.ts";
import { findEntries } from "./entries.ts";

it("the public modules are those that published packages export with declarations", () => {
  const entries = findEntries(root);
  expect(entries).toContainEqual({ name: "diglot", file: "packages/cli/dist/index.d.ts" });
  expect(entries).toContainEqual({
    name: "@diglot/core/accounts",
    file: "packages/core/dist/accounts.d.ts",
  });
  expect(entries.filter(({ name }) => /bench|json$/.test(name))).toEqual([]);
});
