// The service under test, in a process of its own that is killed at any moment.
import { createHttpServer, createNodeTransport } from "@diglot/adapter-node-http";
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createService,
  messagesUpstream,
  withOutbox,
} from "@diglot/core";
import { createSqliteOutbox } from "@diglot/store-sqlite";
import { openStore } from "../stores.mjs";
import { attemptHeader } from "./model-server.mjs";
import { planOutages, withOutages } from "./outages.mjs";
import { createRandom } from "./random.mjs";

const options = JSON.parse(process.argv[2]);
const { store: name, place, modelUrl, key, lease, prices, outbox: outboxPath } = options;
const { outages } = options;

const store = await openStore(name, place);
const outbox = outboxPath && createSqliteOutbox({ path: outboxPath });
const reached = outages
  ? withOutages(store.ledger, planOutages(outages.seed, outages.since), createRandom(outages.seed))
  : store.ledger;
const ledger = outbox ? withOutbox(reached, outbox, { timeout: 200, retry: 100 }) : reached;
const upstream = {
  baseUrl: modelUrl,
  model: "m",
  ...(prices && { prices }),
  attemptIdHeader: attemptHeader,
  transport: createNodeTransport(),
};
const service = createService({
  models: [
    messagesUpstream({ ...upstream, id: "by-messages" }),
    chatCompletionsUpstream({ ...upstream, id: "by-chat-completions" }),
  ],
  keys: createMemoryKeys([{ key, accountId: "soak" }]),
  ledger,
  idempotency: store.idempotency,
  ledgerTimes: { lease },
});
const server = createHttpServer(service);
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));

process.once("SIGTERM", async () => {
  await service.close({ timeout: 5_000 });
  server.closeAllConnections();
  await ledger.close?.();
  outbox?.close();
  await store.close();
  process.exit(0);
});
