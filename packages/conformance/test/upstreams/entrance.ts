import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type AnsweringService, createHttpServer } from "@diglot/adapter-node-http";
import type { Exchange } from "@diglot/core";
import { afterAll } from "vitest";

/** Names the service that is meant; no upstream may ever see it. */
const serviceHeader = "x-service-of-the-test";

interface Inside {
  readonly service: AnsweringService;
  readonly exchanges: Exchange[];
}

const inside = new Map<string, Inside>();

/** One server for all services of a file; each request names its own. */
const server = createHttpServer({
  async handle(exchange) {
    const found = inside.get(exchange.headers.get(serviceHeader) ?? "");
    if (!found) throw new Error("No service has this name.");
    found.exchanges.push(exchange);
    return found.service.handle(exchange);
  },
}).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The address of all services of a file. */
export const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** The way to a service over a socket and the Node adapter. */
export interface Entrance {
  /** As the global `fetch`; a path is enough, and of an address only the path counts. */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** What has come to the service, oldest first. */
  readonly exchanges: readonly Exchange[];
}

/** Opens an entrance to a service. */
export function openEntrance(service: AnsweringService): Entrance {
  const name = `service-${inside.size}`;
  const exchanges: Exchange[] = [];
  inside.set(name, { service, exchanges });
  return {
    exchanges,
    fetch(input, init) {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input, origin);
      const headers = new Headers(init?.headers);
      headers.set(serviceHeader, name);
      return fetch(`${origin}${pathname}${search}`, { ...init, headers });
    },
  };
}
