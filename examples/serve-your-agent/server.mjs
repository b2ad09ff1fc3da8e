// An agent of your own, served in Messages and Chat Completions. Run it with `node server.mjs`.
import { createHttpServer } from "@diglot/adapter-node-http";
import { createMemoryKeys, createService, defineModel, thinking, usage } from "@diglot/core";

// Your agent: it works in steps, and knows nothing of HTTP or of wire formats.

/** @param {string} question @param {{ signal: AbortSignal }} options */
async function* runAgent(question, { signal }) {
  const steps = [
    { plan: "Look up the stock.", run: async () => "3 left" },
    { plan: "Look up the price.", run: async () => "12 EUR" },
  ];
  const findings = [];
  for (const { plan, run } of steps) {
    signal.throwIfAborted();
    yield { plan };
    findings.push(await run());
  }
  yield { answer: `${question} ${findings.join(", ")}.`, tokens: { input: 40, output: 12 } };
}

// The model: the agent's plans become reasoning, its answer text, and its own counts the usage.

const agent = defineModel("shop-agent", async function* ({ conversation, signal }) {
  const question = (conversation.turns.at(-1)?.blocks ?? [])
    .map((block) => (block.type === "text" ? block.text : ""))
    .join("");
  for await (const step of runAgent(question, { signal })) {
    if (step.plan) yield thinking(`${step.plan} `);
    if (step.answer) yield step.answer;
    if (step.tokens) yield usage(step.tokens);
  }
});

export const service = createService({
  models: [agent],
  keys: createMemoryKeys([{ key: "local-secret", id: "shop-front" }]),
});

export const server = createHttpServer(service);
server.listen(Number(process.env.PORT ?? 8787), "127.0.0.1", () => console.log(server.address()));
