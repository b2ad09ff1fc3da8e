// What a key may do, and until when.
import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";
import { toLarge, toSmall } from "./harness.mjs";

/** @typedef {import("./harness.mjs").Running} Running */

/**
 * The headers of an answer say what is left of a rate, and those of a refusal when to try again.
 *
 * @param {Running} running
 */
export async function checkRate({ openAccount, clientsOf }) {
  const { secret } = await openAccount("quick", "5", { requests_per_minute: 2 });
  const { anthropic, openai } = clientsOf(secret);
  const { response } = await openai.chat.completions.create(toSmall("Hello?")).withResponse();
  assert.equal(response.headers.get("x-ratelimit-limit-requests"), "2");
  assert.equal(response.headers.get("x-ratelimit-remaining-requests"), "1");
  await anthropic.messages.create(toLarge("Hello?"));

  const refusal = await anthropic.messages.create(toLarge("Hello?")).catch((error) => error);
  assert.ok(refusal instanceof Anthropic.RateLimitError, String(refusal));
  assert.equal(refusal.headers.get("anthropic-ratelimit-requests-remaining"), "0");
  assert.ok(Number(refusal.headers.get("retry-after")) > 0);
}

/**
 * A rotated key works with both secrets for a while; a revoked key stops working with the next request.
 *
 * @param {Running} running
 */
export async function checkRotation({ openAccount, administer, request }) {
  const { id, secret } = await openAccount("careful", "5");
  const rotated = await administer("POST", `/keys/${id}/rotate`, { overlap_seconds: 60 });
  const { secret: newSecret } = await rotated.json();
  assert.notEqual(newSecret, secret);
  const statusOf = async (/** @type {string} */ key) => (await request("/v1/models", key)).status;
  assert.deepEqual([await statusOf(secret), await statusOf(newSecret)], [200, 200]);

  await administer("DELETE", `/keys/${id}`);
  assert.deepEqual([await statusOf(secret), await statusOf(newSecret)], [401, 401]);
}
