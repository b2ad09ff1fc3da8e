import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createHttpServer } from "@diglot/adapter-node-http";
import type { Service } from "@diglot/core";
import { listen } from "@diglot/test-support/servers";

/** What a small server answers on a path; a path that is missing gets its answer for `*`. */
export type Routes = Readonly<Record<string, Reply | ((request: IncomingMessage) => Reply)>>;

/** A status with a value that is sent as JSON, or with a text. */
export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The address of a server with these routes, such as `"POST /v1/messages"`, until the test ends. */
export async function serve(routes: Routes): Promise<string> {
  const server = createServer((request, response) => {
    const path = request.url?.replace(/\?.*/, "");
    const route = routes[`${request.method} ${path}`] ?? routes["*"] ?? { status: 404 };
    request.resume();
    write(response, typeof route === "function" ? route(request) : route);
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

function write(response: ServerResponse, { status, json, text, headers }: Reply): void {
  const type = json === undefined ? "text/plain" : "application/json";
  response.writeHead(status, { "content-type": type, ...headers });
  response.end(json === undefined ? text : JSON.stringify(json));
}

/** The address of a service on Node's own server, until the test ends. */
export async function serveService(service: Service): Promise<string> {
  return `http://127.0.0.1:${await listen(createHttpServer(service))}`;
}

/** A port on which nothing listens: it was free a moment ago. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
