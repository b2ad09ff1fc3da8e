import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { listen } from "@diglot/test-support/servers";

/** What a collector has received: the bodies, by their paths. */
export interface Collector {
  readonly url: string;
  bodiesOf(path: string): readonly unknown[];
}

/** A collector that takes OTLP over HTTP, in JSON, until the test ends. */
export async function startCollector(): Promise<Collector> {
  const received: { readonly path: string | undefined; readonly body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ path: request.url, body: await json(request) });
    response.setHeader("content-type", "application/json");
    response.end("{}");
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    url,
    bodiesOf: (path) => received.filter((one) => one.path === path).map(({ body }) => body),
  };
}
