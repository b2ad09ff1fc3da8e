// The service whose streams are measured, in a process of its own. Its parent asks it for what it holds.
import { createHttpServer, createNodeTransport } from "@diglot/adapter-node-http";
import {
  chatCompletionsUpstream,
  createMemoryKeys,
  createMemoryLedger,
  createMemoryLimits,
  createService,
  defineModel,
  messagesUpstream,
} from "@diglot/core";
import { failureNames, playNames } from "./model-server.mjs";

const { modelUrl, key } = JSON.parse(process.argv[2]);
const transport = createNodeTransport();
// Final rows would count as memory that streams hold.
const ledger = createMemoryLedger({ keepRows: 10 });
const kibibyte = "x".repeat(1_024);
let yielded = 0;

const models = [...playNames, ...failureNames].flatMap((play) => [
  messagesUpstream({ id: `${play}-by-messages`, model: play, baseUrl: modelUrl, transport }),
  chatCompletionsUpstream({
    ...{ id: `${play}-by-chat-completions`, model: play, baseUrl: `${modelUrl}/v1`, transport },
  }),
]);
const inProcess = defineModel("endless-in-process", async function* () {
  for (;;) {
    yielded += 1;
    yield kibibyte;
  }
});
const service = createService({
  models: [...models, inProcess],
  keys: createMemoryKeys([{ key }]),
  ledger,
  limits: createMemoryLimits({ concurrentRequests: 100_000 }),
});
const server = createHttpServer(service);
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));

// A parent that is stopped takes its service along.
process.once("disconnect", () => process.exit());
process.on("message", async () => {
  process.send({ bytes: await settledMemory(), yielded, ...(await countOpen()) });
});

/** Bytes on the heap and beside it that are still in use. */
async function settledMemory() {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** What is open: connections of callers, all sockets, timers, listeners, and rows that are not final. */
async function countOpen() {
  const resources = process.getActiveResourcesInfo();
  const count = (name) => resources.filter((resource) => resource === name).length;
  const listeners = [process, server].flatMap((emitter) =>
    emitter.eventNames().map((name) => emitter.listenerCount(name)),
  );
  const callers = await new Promise((resolve) =>
    server.getConnections((_, count) => resolve(count)),
  );
  return {
    callers,
    sockets: count("TCPSocketWrap"),
    timers: count("Timeout"),
    listeners: listeners.reduce((sum, number) => sum + number, 0),
    rows: await ledger.countOpen(),
  };
}
