import { createServer } from "node:http";
import { listen } from "@diglot/test-support/servers";

/** A stand-in for a SearXNG instance that knows one page, and what it was asked for. */
export async function startSearch() {
  const queries: (string | null)[] = [];
  const results = [
    { url: "https://peaks.example/k2", title: "K2", content: "K2 is 8,611 m high." },
  ];
  const server = createServer((request, response) => {
    queries.push(new URL(request.url ?? "/", "http://search.test").searchParams.get("q"));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ results }));
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, queries };
}
