import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createExpressMiddleware } from "@diglot/adapter-express";
import { toFetchHandler } from "@diglot/adapter-fetch";
import { createHttpServer } from "@diglot/adapter-node-http";
import type { MemoryLedger, Service } from "@diglot/core";
import type { Script } from "@diglot/test-support/models";
import { type ServedOptions, serviceOf } from "@diglot/test-support/services";
import express from "express";

/** A service that a client can be pointed at. */
export interface Reachable {
  /** Without `/v1`. */
  readonly baseURL: string;
  readonly fetch: typeof globalThis.fetch;
  readonly ledger: MemoryLedger;
}

type Options = ServedOptions;
type Mount = (service: Service) => Promise<Omit<Reachable, "ledger">>;

const servers: Server[] = [];

async function listen(server: Server): Promise<Omit<Reachable, "ledger">> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  return { baseURL: `http://127.0.0.1:${port}`, fetch: globalThis.fetch };
}

/** Every way from a client in this runtime to a service; other runtimes have a suite of their own. */
const mounts: Readonly<Record<string, Mount>> = {
  "in process": async ({ fetch }) => ({
    baseURL: "http://in-process",
    fetch: fetch as Reachable["fetch"],
  }),
  "through adapter-fetch": async (service) => {
    const handler = toFetchHandler(service, { basePath: "/mounted" });
    const fetch = (input: string | URL | Request, init?: RequestInit) =>
      handler(new Request(input, init));
    return { baseURL: "http://in-process/mounted", fetch };
  },
  "through adapter-node-http": (service) => listen(createHttpServer(service)),
  "through adapter-express": async (service) => {
    const app = express().use("/mounted", express.json(), createExpressMiddleware(service));
    const { baseURL, fetch } = await listen(createServer(app));
    return { baseURL: `${baseURL}/mounted`, fetch };
  },
};

/** The ways by name; each opens a fresh service. */
export const ways = Object.entries(mounts).map(
  ([name, mount]) =>
    [
      name,
      async (script: Script, options?: Options): Promise<Reachable> => {
        const { service, ledger } = serviceOf(script, options);
        return { ...(await mount(service)), ledger };
      },
    ] as const,
);

/** Ends every server that a test opened. */
export function closeAll(): void {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
}
