// A model server of our own that an example has as its upstream, and that a check controls.
import { EventEmitter, once } from "node:events";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createService, defineModel } from "@diglot/core";

/** What the stand-in is asked when it should wait in the middle of its reply. */
export const waitPlease = "Wait.";

/** Its whole reply. */
export const reply = "The beginning, and the end.";

/**
 * A server for Chat Completions with one model, `local`. Asked to wait, it emits `waiting` with the
 * signal of the request, and goes on when `go on` is emitted.
 */
export async function startStandIn() {
  const events = new EventEmitter();
  const model = defineModel("local", async function* ({ conversation, signal }) {
    yield "The beginning, ";
    const [block] = conversation.turns.at(-1)?.blocks ?? [];
    if (block?.type === "text" && block.text === waitPlease) {
      events.emit("waiting", signal);
      await once(events, "go on", { signal });
    }
    yield "and the end.";
  });
  const service = createService({ models: [model], allowAnonymous: true });
  const server = createHttpServer(service).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : address;
  const close = () => service.close().then(() => server.close());
  return { events, baseUrl: `http://127.0.0.1:${port}/v1`, close };
}
