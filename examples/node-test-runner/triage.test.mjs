import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { createFake, faults } from "@diglot/testing";
import OpenAI from "openai";
import { triage } from "./triage.mjs";

describe("triage", () => {
  const fake = createFake();
  const client = new OpenAI({ apiKey: "sk-test", fetch: fake.fetch });
  const lookUp = async (/** @type {string} */ email) => `${email}: a customer since 2019`;

  beforeEach(() => fake.reset());
  // Fails the test if a request was unexpected, or if a turn of the script was not used.
  afterEach(() => fake.verify());

  it("takes the word of the model", async () => {
    fake.script(["urgent"]);
    assert.equal(await triage(client, "My order burns!", lookUp), "urgent");
    assert.match(fake.calls[0]?.request.text ?? "", /My order burns!/);
  });

  it("looks up the customer that the model asks for", async () => {
    fake.script([
      { toolCalls: [{ name: "look_up_customer", arguments: { email: "a@example.com" } }] },
    ]);
    fake.when({ toolResult: { name: "look_up_customer", text: "since 2019" } }, "normal");
    assert.equal(await triage(client, "Where is my order?", lookUp), "normal");
    assert.equal(fake.calls.length, 2);
  });

  it("waits when the service asks it to", async () => {
    fake.script([{ fault: faults.rateLimited({ retryAfterSeconds: 1 }) }, "normal"]);
    assert.equal(await triage(client, "Where is my order?", lookUp), "normal");
    assert.deepEqual(
      fake.calls.map((call) => call.answer?.status),
      [429, 200],
    );
  });

  it("fails with the service's own error if a key is not good", async () => {
    const strict = createFake({ keys: ["sk-good"] });
    const stranger = new OpenAI({ apiKey: "sk-bad", fetch: strict.fetch });
    await assert.rejects(triage(stranger, "Hello?", lookUp), {
      status: 401,
      code: "invalid_api_key",
    });
  });
});
