// What a model can yield, refuse and throw; called in process, without a server.
import assert from "node:assert/strict";
import {
  createMemoryLedger,
  createService,
  defineModel,
  ServiceError,
  thinking,
  toolCall,
  toolCallArguments,
  toolCallStart,
  usage,
} from "@diglot/core";

const helper = defineModel("helper", async function* ({ conversation }) {
  yield thinking("The time and the weather are asked for. ");
  yield "One moment.";
  if (conversation.tools.length > 0) {
    yield toolCall({ name: "get_time", arguments: { zone: "UTC" } });
    // Or in fragments, as they come.
    yield toolCallStart({ name: "get_weather" });
    yield toolCallArguments('{"city":');
    yield toolCallArguments('"Oslo"}');
  }
  yield usage({ input: 20, output: 15, reasoning: 8 });
});

const modest = defineModel(
  "modest",
  async function* () {
    yield "Only text, and not for free.";
  },
  {
    capabilities: { tools: false, images: false, documents: false, audio: false },
    prices: { input: 1, output: 5 },
  },
);

/** @type {string[]} */
const freeWorkers = [];

const busy = defineModel("busy", async function* () {
  const worker = freeWorkers.pop();
  if (worker === undefined) {
    throw new ServiceError({
      kind: "overloaded",
      message: "All workers are busy.",
      retryAfterSeconds: 5,
    });
  }
  yield `Worker ${worker} answers.`;
});

const ledger = createMemoryLedger();
const service = createService({
  models: [helper, modest, busy],
  allowAnonymous: true,
  ledger,
  reporter: (event) => {
    if (event.type === "request_ended" && event.failure) failures.push(event.failure.error);
  },
});

// From here on: a caller.

/** @type {unknown[]} */
const failures = [];

const called = await complete("helper");
const { message, finish_reason } = (await called.json()).choices[0];
assert.equal(finish_reason, "tool_calls");
assert.equal(message.content, "One moment.");
assert.deepEqual(
  message.tool_calls.map((/** @type {{ function: object }} */ call) => call.function),
  [
    { name: "get_time", arguments: '{"zone":"UTC"}' },
    { name: "get_weather", arguments: '{"city":"Oslo"}' },
  ],
);

assert.equal((await complete("modest")).status, 400);
const refused = await complete("busy");
assert.equal(refused.status, 503);
assert.equal(refused.headers.get("retry-after"), "5");
assert.equal(failures.length, 2);

await service.close();
assert.deepEqual(
  ledger.all().map((row) => [row.model, row.state]),
  [
    ["helper", "settled"],
    ["busy", "settled"],
  ],
);
console.log("models: tool calls, a refusal, an error and the ledger are as they should be");

/** @param {string} model */
function complete(model) {
  const names = ["get_time", "get_weather"];
  return service.request("/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model,
      messages: [{ role: "user", content: "What time is it, and will it rain?" }],
      tools: names.map((name) => ({ type: "function", function: { name } })),
    }),
  });
}
