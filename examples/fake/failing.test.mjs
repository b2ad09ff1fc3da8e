import assert from "node:assert/strict";
import { test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { createService, defineModel } from "@diglot/core";
import { chaos, createFake, faults, withFaults } from "@diglot/testing";

/** @type {import("@anthropic-ai/sdk").Anthropic.MessageCreateParamsNonStreaming} */
const question = {
  model: "any",
  max_tokens: 100,
  messages: [{ role: "user", content: "Hello" }],
};

test("a turn may fail", async () => {
  const fake = createFake();
  const client = new Anthropic({ apiKey: "sk-test", fetch: fake.fetch });
  fake.script([
    { fault: faults.rateLimited({ retryAfterSeconds: 0 }) },
    "Here you are.",
    { text: "This is cut in the middle.", fault: faults.cut({ events: 4 }) },
    { text: "This one breaks.", fault: faults.errorEvent({ blocks: 1 }) },
  ]);

  // The client waited and retried on its own.
  const message = await client.messages.create(question);
  assert.partialDeepStrictEqual(message.content, [{ text: "Here you are." }]);
  assert.equal(fake.calls.length, 2);

  await assert.rejects(client.messages.stream(question).finalMessage());
  await assert.rejects(client.messages.stream(question).finalMessage());
  fake.verify();
});

test("chaos comes again with its seed", async () => {
  /** How the first twenty answers of a seed ended. @param {number} seed */
  async function soak(seed) {
    const fake = createFake({
      faults: chaos({ seed, rate: 0.5, faults: [faults.overloaded(), faults.html(502)] }),
    });
    fake.otherwise(async function* () {
      yield "Hello!";
    });
    const client = new Anthropic({ apiKey: "sk-test", fetch: fake.fetch, maxRetries: 0 });
    for (let request = 0; request < 20; request++) {
      await client.messages.create(question).catch(() => undefined);
    }
    return fake.calls.map((call) => call.answer?.status);
  }

  assert.deepEqual(await soak(7), await soak(7));
  assert.notDeepEqual(await soak(7), await soak(8));
});

test("faults work around any model of any service", async () => {
  const model = defineModel("mine", async function* () {
    yield "Hello!";
  });
  const service = createService({
    models: [withFaults(model, [faults.overloaded(), undefined, faults.html(502)])],
    allowAnonymous: true,
  });
  const statuses = [];
  for (let request = 0; request < 3; request++) {
    const answer = await service.request("/v1/chat/completions", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "mine", messages: [{ role: "user", content: "Hello" }] }),
    });
    statuses.push(answer.status);
  }
  assert.deepEqual(statuses, [503, 200, 502]);
});
