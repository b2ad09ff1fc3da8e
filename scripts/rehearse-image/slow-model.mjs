// A model server whose stream waits for its last word until the rehearsal lets it go on.
import { once } from "node:events";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createMemoryKeys, createService, defineModel } from "@diglot/core";

/** @returns {Promise<{ url: string, goOn: () => void, close: () => Promise<void> }>} */
export async function startSlowModel(key) {
  const { promise, resolve: goOn } = Promise.withResolvers();
  const model = defineModel("slow", async function* () {
    yield "first ";
    await promise;
    yield "last";
  });
  const service = createService({ models: [model], keys: createMemoryKeys([{ key }]) });
  const server = createHttpServer(service).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    await service.close();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/v1`, goOn, close };
}
