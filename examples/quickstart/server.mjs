import { createHttpServer } from "@diglot/adapter-node-http";
import { createMemoryKeys, createService, defineModel } from "@diglot/core";

const parrot = defineModel("parrot", async function* ({ conversation }) {
  yield "You said: ";
  for (const block of conversation.turns.at(-1)?.blocks ?? []) {
    if (block.type === "text") yield block.text;
  }
});

const service = createService({
  models: [parrot],
  keys: createMemoryKeys([{ key: "local-secret" }]),
});

const server = createHttpServer(service);
server.listen(Number(process.env.PORT ?? 8787), "127.0.0.1", () => console.log(server.address()));
