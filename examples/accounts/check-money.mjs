// What calls cost, and what happens when the budget is used up.
import assert from "node:assert/strict";
import { costOf, prices, toLarge, toSmall } from "./harness.mjs";
import { longQuestion, slowQuestion, tokens } from "./stand-ins.mjs";

/** @typedef {import("./harness.mjs").Running} Running */

const current = prices.large.at(-1);

/**
 * Both official clients get the token counts that the upstreams reported, cached ones included, and
 * the cost in the ledger is those tokens times the prices, to the nano-dollar.
 *
 * @param {Running} running
 */
export async function checkSums({ openAccount, clientsOf, balanceOf, request }) {
  const { secret } = await openAccount("ada", "5");
  const { anthropic, openai } = clientsOf(secret);

  const message = await anthropic.messages.create(toLarge("Hello?"));
  assert.equal(message.usage.cache_read_input_tokens, tokens.large.cacheRead);
  assert.equal(
    message.usage.cache_creation?.ephemeral_1h_input_tokens,
    tokens.large.cacheWriteLong,
  );
  const streamed = await anthropic.messages.stream(toLarge("Hello?")).finalMessage();
  assert.equal(streamed.usage.output_tokens, tokens.large.output);
  await anthropic.messages.create(toLarge(longQuestion));

  const completion = await openai.chat.completions.create(toSmall("Hello?"));
  assert.equal(completion.usage?.prompt_tokens_details?.cached_tokens, tokens.small.cacheRead);
  // The counts of a stream are in the ledger even if its caller does not ask for them.
  await openai.chat.completions.stream(toSmall("Hello?")).finalChatCompletion();
  // A model that speaks the other format.
  await anthropic.messages.create({ ...toLarge("Hello?"), model: "small" });

  const large = 2 * costOf(tokens.large, current) + costOf(tokens.long, current.longContext);
  const small = 3 * costOf(tokens.small, prices.small);
  const balance = await balanceOf(secret);
  assert.equal(balance.spent_nano_dollars, large + small);
  assert.equal(balance.available_nano_dollars, 5_000_000_000 - large - small);
  const { data } = await (await request("/v1/usage?group_by=model", secret)).json();
  const [ofLarge, ofSmall] = data;
  assert.equal(ofLarge.cost_nano_dollars, large);
  assert.equal(ofSmall.cost_nano_dollars, small);
  assert.equal(ofSmall.cache_read_tokens, 3 * tokens.small.cacheRead);
  console.log(`accounts: six calls cost $${balance.spent_usd}, to the nano-dollar`);
  return secret;
}

/**
 * If the budget does not cover the maximum cost of a request, nothing is sent.
 *
 * @param {Running} running
 */
export async function checkBudget({ openAccount, clientsOf, balanceOf }) {
  const { secret } = await openAccount("poor", "0.000001");
  const { anthropic, openai } = clientsOf(secret);
  await assert.rejects(anthropic.messages.create(toLarge("Hello?")), { status: 402 });
  const refusal = { status: 429, code: "insufficient_quota" };
  await assert.rejects(openai.chat.completions.create(toSmall("Hello?")), refusal);
  assert.equal((await balanceOf(secret)).spent_nano_dollars, 0);
}

/**
 * The same request with the same key, twice, is called and billed once.
 *
 * @param {Running} running @param {{ calls(): number }} upstream
 */
export async function checkIdempotency({ openAccount, clientsOf, balanceOf }, { calls }) {
  const { secret } = await openAccount("twice", "5");
  const { anthropic } = clientsOf(secret);
  const before = calls();
  const options = { headers: { "idempotency-key": crypto.randomUUID() } };
  const answer = await anthropic.messages.create(toLarge("Hello?"), options);
  const again = await anthropic.messages.create(toLarge("Hello?"), options);
  assert.deepEqual(again, answer);
  assert.equal(calls(), before + 1);
  assert.equal((await balanceOf(secret)).spent_nano_dollars, costOf(tokens.large, current));
  return { secret, options, answer };
}

/**
 * A caller that leaves stops the model, and pays for what was generated until then.
 *
 * @param {Running} running
 */
export async function checkCallerGone({ openAccount, clientsOf, balanceOf, administer }) {
  const { secret } = await openAccount("hasty", "5");
  let read = "";
  for await (const event of clientsOf(secret).anthropic.messages.stream(toLarge(slowQuestion))) {
    const delta = event.type === "content_block_delta" ? event.delta : undefined;
    if (delta?.type === "text_delta") read += delta.text;
    if (read.length > 100) break;
  }
  const { spent_nano_dollars: spent } = await balanceOf(secret);
  const row = await (await administer("GET", "/usage/rows?account_id=hasty")).json();
  assert.equal(row.end, "client_abort");
  assert.equal(row.usage.sources.output, "observed");
  // About four characters a token. The model would have continued up to 4,000 tokens.
  assert.ok(row.usage.output >= read.length / 4 && row.usage.output < 400, row.usage.output);
  const { input, cacheRead, cacheWrite, cacheWriteLong, output } = row.usage;
  const used = { input, cacheRead, cacheWrite, cacheWriteLong, output };
  assert.equal(spent, costOf(used, current));
}
