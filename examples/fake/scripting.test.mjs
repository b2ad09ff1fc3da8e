import assert from "node:assert/strict";
import { test } from "node:test";
import { refusal, thinking, toolCall, toolCallArguments, toolCallStart, usage } from "@diglot/core";
import { countTokens } from "@diglot/core/gpt-tokenizer";
import { createFake } from "@diglot/testing";
import OpenAI from "openai";

/** @param {string} name */
const toTool = (name) => ({ type: /** @type {const} */ ("function"), function: { name } });

/**
 * @param {import("@diglot/testing").Fake} fake
 * @param {readonly string[]} tools what each request offers
 */
function clientOf(fake, tools = []) {
  const client = new OpenAI({ apiKey: "sk-test", fetch: fake.fetch });
  /** @param {string} content */
  return async (content) => {
    const { choices } = await client.chat.completions.create({
      model: "any",
      messages: [{ role: "user", content }],
      ...(tools.length > 0 && { tools: tools.map(toTool) }),
    });
    return choices[0]?.message;
  };
}

test("turns are pieces, or members, or a generator", async () => {
  const fake = createFake();

  // Pieces, in the order in which they are said.
  fake.reply(
    thinking("They want to know the weather."),
    "I'll look.",
    toolCall({ name: "get_weather", arguments: { city: "Oslo" } }),
    toolCall({ name: "get_weather", arguments: { city: "Rome" } }),
  );
  // A call whose arguments come in these fragments.
  fake.reply(
    toolCallStart({ name: "get_time" }),
    toolCallArguments('{"zone":'),
    toolCallArguments('"CET"}'),
  );
  fake.reply(refusal("I'd rather not."));
  fake.reply("Four tokens?", usage({ input: 12, output: 4 }));

  // Members, as a script in a JSON file would have them; and a generator.
  fake.script([
    { text: "Cut sh", stop: "max_tokens" },
    { toolCalls: [{ name: "get_weather", arguments: { city: "Oslo" } }] },
    async function* ({ conversation }) {
      yield `You have said ${conversation.turns.length} thing.`;
    },
  ]);

  // A turn may call only what its request offers.
  const ask = clientOf(fake, ["get_weather", "get_time"]);
  assert.equal((await ask("a"))?.tool_calls?.length, 2);
  assert.partialDeepStrictEqual((await ask("b"))?.tool_calls, [
    { function: { name: "get_time", arguments: '{"zone":"CET"}' } },
  ]);
  assert.equal((await ask("c"))?.refusal, "I'd rather not.");
  assert.equal((await ask("d"))?.content, "Four tokens?");
  assert.equal((await ask("e"))?.content, "Cut sh");
  assert.equal((await ask("f"))?.tool_calls?.length, 1);
  assert.equal((await ask("g"))?.content, "You have said 1 thing.");
  fake.verify();
});

test("a matcher answers whenever it fits", async () => {
  const fake = createFake();

  fake.when(
    { user: /weather/i, tools: "get_weather" },
    { toolCalls: [{ name: "get_weather", arguments: { city: "Oslo" } }] },
  );
  fake.when({ toolResult: { name: "get_weather", text: "rain" } }, "Take an umbrella.");
  fake.when(({ lastUserText }) => lastUserText.length > 1_000, "That is too long for me.");
  fake.otherwise(async function* () {
    yield "I only know the weather.";
  });

  const ask = clientOf(fake);
  assert.equal((await ask("Hello"))?.content, "I only know the weather.");
  assert.equal((await ask("x".repeat(2_000)))?.content, "That is too long for me.");
});

test("every request is kept with its answer", async () => {
  const fake = createFake({ countTokens }).reply("Hello!");
  await clientOf(fake)("Hi");

  const [call] = fake.calls;
  assert.deepEqual(call?.request.body, {
    model: "any",
    messages: [{ role: "user", content: "Hi" }],
  });
  assert.equal(call?.conversation?.turns[0]?.role, "user");
  assert.equal(call?.answer?.status, 200);
  assert.equal(call?.answer?.reply?.blocks[0]?.text, "Hello!");
  assert.equal(call?.state, "whole");
});
