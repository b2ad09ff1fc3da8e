import assert from "node:assert/strict";
import { test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { createFake } from "@diglot/testing";
import OpenAI from "openai";

const hello = /** @type {const} */ ({ role: "user", content: "Hello" });

test("one fake stands behind both official clients", async () => {
  const fake = createFake();
  const anthropic = new Anthropic({ apiKey: "sk-test", fetch: fake.fetch });
  const openai = new OpenAI({ apiKey: "sk-test", fetch: fake.fetch });

  fake.reply("Hello from the one.").reply("Hello from the other.");

  const message = await anthropic.messages.create({
    model: "claude-sonnet-5",
    max_tokens: 100,
    messages: [hello],
  });
  const completion = await openai.chat.completions.create({
    model: "gpt-5.6-terra",
    messages: [hello],
  });

  assert.partialDeepStrictEqual(message.content, [{ text: "Hello from the one." }]);
  assert.equal(completion.choices[0]?.message.content, "Hello from the other.");
  fake.verify();
});

test("an unexpected request says what came and what was expected", async () => {
  const fake = createFake({ script: [{ when: { user: "weather" }, text: "Sunny." }] });
  const openai = new OpenAI({ apiKey: "sk-test", fetch: fake.fetch });
  const asked = openai.chat.completions.create({ model: "any", messages: [hello] });
  await assert.rejects(asked, /Unexpected request[\s\S]*weather/);
  assert.throws(() => fake.verify(), /Unexpected request/);
});

test("what the real service refuses is refused", async () => {
  const fake = createFake().reply("Never said.");
  const anthropic = new Anthropic({ apiKey: "sk-test", fetch: fake.fetch });
  const asked = anthropic.messages.create({
    model: "any",
    max_tokens: 100,
    messages: [
      hello,
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "f", input: {} }] },
      hello,
    ],
  });
  await assert.rejects(asked, /`tool_use` ids were found without `tool_result` blocks/);
});

test("the same fake answers a client of Responses", async () => {
  const fake = createFake();
  const openai = new OpenAI({ apiKey: "sk-test", fetch: fake.fetch });

  fake.reply("Hello from the third.");
  const response = await openai.responses.create({ model: "gpt-5.6-terra", input: "Hello" });

  assert.equal(response.output_text, "Hello from the third.");
  fake.verify();
});
