// Models that fail, and wrappers that handle it; called in process, without a server.
import assert from "node:assert/strict";
import {
  balanced,
  createMemoryLedger,
  createService,
  defineModel,
  ServiceError,
  withFallback,
  withRetry,
  withTimeout,
} from "@diglot/core";

let calls = 0;

const flaky = defineModel("flaky", async function* () {
  calls += 1;
  if (calls === 1) throw new ServiceError({ kind: "overloaded", message: "Busy." });
  yield "The second attempt.";
});

const silent = defineModel("silent", async function* ({ signal }) {
  await new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  yield "Never said.";
});

const local = defineModel("local", async function* () {
  yield "From this machine.";
});

const patient = withRetry(flaky, { retries: 3, baseDelay: 20 });

const punctual = withTimeout(silent, { firstEvent: 100, betweenEvents: 10_000 });

// Whatever model a coding tool asks for, these two answer.
const assistant = withFallback([punctual, local], {
  id: "assistant",
  aliases: ["claude-*", "gpt-*"],
});

const shared = balanced(
  [
    { model: flaky, weight: 3 },
    { model: local, weight: 1 },
  ],
  { id: "shared", failures: 2, setAside: 10_000 },
);

const ledger = createMemoryLedger();
const service = createService({
  models: [patient, punctual, assistant, shared],
  allowAnonymous: true,
  ledger,
});

// From here on: a caller.

assert.equal(await ask("flaky"), "The second attempt.");
assert.equal((await complete("silent")).status, 504);
assert.equal(await ask("claude-opus-4-1"), "From this machine.");
assert.match(await ask("shared"), /The second attempt|From this machine/);

await service.close();
assert.deepEqual(
  ledger
    .all()
    .slice(0, 5)
    .map((row) => [row.model, row.state === "settled" && row.end]),
  [
    ["flaky", "upstream_error"],
    ["flaky", "completed"],
    ["silent", "timeout"],
    ["silent", "timeout"],
    ["local", "completed"],
  ],
);
console.log("several-models: a retry, a timeout, a fallback and a balance are as they should be");

/** @param {string} model */
async function ask(model) {
  const answer = await complete(model);
  return (await answer.json()).choices[0].message.content;
}

/** @param {string} model */
function complete(model) {
  return service.request("/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model, messages: [{ role: "user", content: "Who is there?" }] }),
  });
}
