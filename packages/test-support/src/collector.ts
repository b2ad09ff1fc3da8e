import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "./servers.js";

/** One request that a collector has received. */
export interface Received {
  readonly path: string;
  readonly type: string | undefined;
  /** What it had in the header `x-key`. */
  readonly key: string | undefined;
}

/** What a collector has received. */
export interface Collector {
  readonly url: string;
  requests(): readonly Received[];
  /** The bodies of a path that are JSON. */
  bodiesOf(path: string): readonly unknown[];
}

/** A collector that takes OTLP over HTTP until the test ends. */
export async function startCollector(): Promise<Collector> {
  const received: (Received & { readonly body: Buffer })[] = [];
  const server = createServer(async (request, response) => {
    const { "content-type": type, "x-key": key } = request.headers;
    const path = request.url ?? "";
    received.push({ path, type, key: key?.toString(), body: await buffer(request) });
    response.setHeader("content-type", type ?? "application/json");
    response.end(type === "application/json" ? "{}" : "");
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    url,
    requests: () => received.map(({ path, type, key }) => ({ path, type, key })),
    bodiesOf: (path) =>
      received
        .filter((one) => one.path === path && one.type === "application/json")
        .map(({ body }) => JSON.parse(body.toString())),
  };
}
