// What the check calls instead of real upstreams: two services of our own, which report their usage.
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { createHttpServer } from "@diglot/adapter-node-http";
import { createMemoryKeys, createService, defineModel, usage } from "@diglot/core";

/** The key that both expect. */
export const upstreamKey = "stand-in-secret";

/** The question whose answer is slow. */
export const slowQuestion = "Slowly, please.";

/** The tokens of each answer: of a usual one, and of one to a long prompt. */
export const tokens = {
  large: { input: 1_000, cacheRead: 5_000, cacheWrite: 300, cacheWriteLong: 200, output: 120 },
  long: { input: 150_000, cacheRead: 60_001, cacheWrite: 0, cacheWriteLong: 0, output: 120 },
  small: { input: 700, cacheRead: 1_300, cacheWrite: 0, cacheWriteLong: 0, output: 45 },
};

/** The question that is answered as if it had a long prompt. */
export const longQuestion = "And with this whole book?";

/**
 * A service with one model, and how often that was called.
 *
 * @param {"large" | "small"} name
 */
export async function startStandIn(name) {
  let calls = 0;
  const model = defineModel(name, async function* ({ conversation, signal }) {
    calls += 1;
    const question = JSON.stringify(conversation.turns.at(-1)?.blocks);
    yield usage(question.includes(longQuestion) ? tokens.long : tokens[name]);
    yield "Hello!";
    for (let word = 0; question.includes(slowQuestion) && word < 1_000; word++) {
      await wait(5, undefined, { signal });
      yield " One more word.";
    }
  });
  const keys = createMemoryKeys([{ key: upstreamKey }]);
  const server = await serve(createService({ models: [model], keys }));
  return { ...server, calls: () => calls };
}

/** @param {import("@diglot/core").Service} service */
export async function serve(service) {
  const server = createHttpServer(service).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}`;
  return { origin, close: () => service.close().then(() => server.close()) };
}
