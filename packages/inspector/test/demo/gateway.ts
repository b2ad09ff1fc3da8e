import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createMemoryKeys, createMemoryLedger, createService, type Service } from "@diglot/core";
import { adminEndpoints } from "@diglot/core/accounts";
import {
  createInspector,
  createOneTimeLink,
  type InspectorOptions,
  inspectorEndpoints,
} from "@diglot/inspector";
import { knownUpstreams } from "./known-upstreams.ts";
import { writePast } from "./past.ts";
import { createModels, type Pace } from "./upstreams.ts";

/** What administrators of the demonstration present. */
export const credential = "inspector-of-the-demonstration";

/** What its callers present, by their accounts. */
export const callers = {
  atlas: "sk-atlas-0123456789",
  borealis: "sk-borealis-0123456789",
} as const;

/** A gateway with the inspector, on a free port of this machine. */
export interface Gateway {
  readonly service: Service;
  /** Where it listens, without a slash at the end. */
  readonly origin: string;
  /** What follows the page's address to open it once. */
  readonly fragment: string;
  close(): Promise<void>;
}

/** Starts the gateway of the demonstration. */
export async function startGateway(
  pace: Pace,
  options: InspectorOptions = { capture: true },
): Promise<Gateway> {
  const inspector = createInspector(options);
  const link = createOneTimeLink();
  const credentials = { demonstrator: credential, ...link.credential };
  const keys = createMemoryKeys(
    Object.entries(callers).map(([accountId, key]) => ({ key, id: `key-${accountId}`, accountId })),
  );
  const ledger = createMemoryLedger();
  await ledger.credit({ id: "first", accountId: "atlas", nanoDollars: 25e9 });
  await ledger.setBudget({
    ...{ accountId: "borealis", period: "month", timeZone: "UTC", nanoDollars: 5e9 },
  });
  await writePast(ledger, 24);
  const service = createService({
    models: createModels(pace),
    ...{ keys, ledger, reporter: inspector.reporter },
    endpoints: [
      ...adminEndpoints({ credential: credentials, keys, ledger }),
      ...knownUpstreams(credentials),
      ...inspectorEndpoints({
        ...{ inspector, credential: credentials, ledger, link, hasUpstreams: true },
      }),
    ],
  });
  const server = createHttpServer(service).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    service,
    origin,
    fragment: link.fragment,
    async close() {
      await service.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
