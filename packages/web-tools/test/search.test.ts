import { WebToolError } from "@diglot/core";

import { describe, expect, it } from "vitest";
import { jsonSearch, searxng } from "../src/index.js";
import { asking } from "./asking.js";
import { serverOf } from "./server-of.js";

const found = {
  results: [
    {
      url: "https://peaks.example/k2",
      title: "K2",
      content: "8,611 m",
      publishedDate: "2026-01-01",
    },
    { url: "https://hills.example", title: "Hills", content: "" },
  ],
};

/** A server of searches, and the addresses that it was asked at. */
async function serve(status = 200, body: unknown = found) {
  const asked: string[] = [];
  const url = await serverOf((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  return { url, asked };
}

describe("searxng", () => {
  it("asks the instance for JSON, and reads what it has found", async () => {
    const { url, asked } = await serve();
    const search = searxng({ url, language: "en" });
    expect(await search({ ...asking, query: "K2 & co", maxResults: 8 })).toEqual([
      { url: "https://peaks.example/k2", title: "K2", text: "8,611 m", age: "2026-01-01" },
      { url: "https://hills.example", title: "Hills", text: "" },
    ]);
    expect(asked).toEqual(["/search?format=json&language=en&q=K2%20%26%20co"]);
  });

  it("tells the instance the domains that the caller allows", async () => {
    const { url, asked } = await serve();
    const search = searxng({ url: `${url}/search` });
    const limits = { allowedDomains: ["a.example", "b.example"], blockedDomains: ["c.example"] };
    await search({ ...asking, ...limits, query: "K2", maxResults: 8 });
    expect(new URL(asked[0] ?? "", url).searchParams.get("q")).toBe(
      "K2 site:a.example OR site:b.example -site:c.example",
    );
  });

  it.each([
    [429, "too_many_requests"],
    [500, "unavailable"],
  ])("says why it has failed: %i is %s", async (status, code) => {
    const { url } = await serve(status);
    const searching = searxng({ url })({ ...asking, query: "K2", maxResults: 8 });
    await expect(searching).rejects.toEqual(new WebToolError(code as "unavailable"));
  });

  it("refuses options that make no sense", () => {
    expect(() => searxng({ url: "here" })).toThrow('searxng: "url" must be');
  });
});

describe("jsonSearch", () => {
  it("finds results, titles and texts where the options say", async () => {
    const hit = { href: "https://peaks.example", name: "K2", about: { short: "high" } };
    const { url, asked } = await serve(200, { web: { hits: [hit] } });
    const search = jsonSearch({
      url: `${url}/find?text={query}&number={count}`,
      results: "web.hits",
      link: "href",
      title: "name",
      text: "about.short",
    });
    expect(await search({ ...asking, query: "K2", maxResults: 3 })).toEqual([
      { url: "https://peaks.example", title: "K2", text: "high" },
    ]);
    expect(asked).toEqual(["/find?text=K2&number=3"]);
  });

  it("finds nothing in an answer of another shape", async () => {
    const { url } = await serve(200, []);
    const search = jsonSearch({ url: `${url}?q={query}`, results: "results" });
    expect(await search({ ...asking, query: "K2", maxResults: 3 })).toEqual([]);
  });
});
