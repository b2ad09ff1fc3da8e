import { toFetchHandler } from "@diglot/adapter-fetch";
import { createMemoryKeys, createService, defineModel } from "@diglot/core";

const hello = defineModel("hello", async function* () {
  yield "Hello from a worker.";
});

const service = createService({
  models: [hello],
  keys: createMemoryKeys([{ key: "local-secret" }]),
});

export default { fetch: toFetchHandler(service) };
