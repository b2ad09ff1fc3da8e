// A gateway for a SaaS: two upstreams, prices, keys, limits and a ledger in one SQLite file.
import { createHttpServer, createNodeTransport } from "@diglot/adapter-node-http";
import { chatCompletionsUpstream, createService, messagesUpstream, presets } from "@diglot/core";
import { accountEndpoints, adminEndpoints } from "@diglot/core/accounts";
import { createLimits } from "@diglot/limits";
import { createSqliteStore } from "@diglot/store-sqlite";

const store = createSqliteStore({ path: "gateway.sqlite" });
const { keys, ledger, idempotency } = store;
const transport = createNodeTransport();

export const service = createService({
  models: [
    messagesUpstream({
      id: "large",
      baseUrl: process.env.MESSAGES_BASE_URL ?? "http://127.0.0.1:8081",
      apiKey: process.env.MESSAGES_API_KEY,
      capabilities: presets.anthropic,
      prices: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, cacheWriteLong: 6 },
      transport,
    }),
    chatCompletionsUpstream({
      id: "small",
      baseUrl: process.env.CHAT_BASE_URL ?? "http://127.0.0.1:8082/v1",
      apiKey: process.env.CHAT_API_KEY,
      capabilities: presets.openai,
      prices: { input: 0.25, output: 2, cacheRead: 0.025 },
      transport,
    }),
  ],
  requirePrices: true,
  keys,
  ledger,
  unknownAccounts: "refuse", // without a budget nobody spends anything
  idempotency,
  limits: createLimits({
    keys: { concurrentRequests: 20 },
    accounts: { requestsPerMinute: 600 },
  }),
  endpoints: [
    ...accountEndpoints({ ledger }),
    ...adminEndpoints({ credential: process.env.ADMIN_CREDENTIAL ?? "", keys, ledger }),
  ],
});

export const server = createHttpServer(service);
server.listen(Number(process.env.PORT ?? 8787), "127.0.0.1", () => console.log(server.address()));

export async function close() {
  await service.close(); // lets running requests end
  server.close();
  transport.close();
  store.close();
}

process.once("SIGTERM", close);
