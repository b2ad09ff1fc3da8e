// The server that stands behind every gateway of the comparison: a service with the echo model.
//
//   node scripts/peers/programs/model-server.mjs <key> <port>
import { createHttpServer } from "@diglot/adapter-node-http";
import {
  chatCompletionsFormat,
  createMemoryDocuments,
  createMemoryKeys,
  createService,
  messagesFormat,
} from "@diglot/core";
import { createEcho } from "@diglot/embedded-models";
import { responses } from "@diglot/responses";

const [key, port] = process.argv.slice(2);
const service = createService({
  models: [createEcho({ id: "echo" })],
  keys: createMemoryKeys([{ key, models: "all" }]),
  formats: [responses(), messagesFormat, chatCompletionsFormat],
  documents: createMemoryDocuments(),
});
createHttpServer(service).listen(Number(port), "127.0.0.1");
