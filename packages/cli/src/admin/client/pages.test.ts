import { expect, it } from "vitest";
import type { AdminClient } from "./admin-client.js";
import { askAll } from "./pages.js";

it("a list has all its pages, each asked for behind the one before, with the same query", async () => {
  const pages = [
    { data: [1, 2], next: "b" },
    { data: [3], next: "c" },
    { data: [4], next: null },
  ];
  const asked: unknown[] = [];
  const client = {
    async ask({ path, query }: { readonly path: string; readonly query: object }) {
      asked.push([path, query]);
      return { object: "list", ...pages[asked.length - 1] };
    },
  } as unknown as AdminClient;
  const all = await askAll(client, "/keys", { account_id: "atlas" });
  expect(all).toEqual({ object: "list", data: [1, 2, 3, 4] });
  expect(asked).toEqual([
    ["/keys", { account_id: "atlas", after: undefined }],
    ["/keys", { account_id: "atlas", after: "b" }],
    ["/keys", { account_id: "atlas", after: "c" }],
  ]);
});
