// A running service, as callers and administrators see it: over HTTP only.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { createAccountsService } from "./service.mjs";
import { serve, upstreamKey } from "./stand-ins.mjs";

const adminCredential = "the-credential-of-this-check";
export const prices = JSON.parse(
  await readFile(new URL("prices.example.json", import.meta.url), "utf8"),
);

/** @typedef {Awaited<ReturnType<typeof start>>} Running */

/**
 * @param {string} folder
 * @param {Record<"large" | "small", { readonly origin: string }>} upstreams
 */
export async function start(folder, { large, small }) {
  const accounts = await createAccountsService({
    folder,
    adminCredential,
    prices,
    messages: { baseUrl: large.origin, apiKey: upstreamKey },
    chat: { baseUrl: `${small.origin}/v1`, apiKey: upstreamKey },
  });
  const { origin, close } = await serve(accounts.service);

  /** @param {string} path @param {string} credential @param {RequestInit} [init] */
  async function request(path, credential, init) {
    const headers = { "x-api-key": credential, "content-type": "application/json" };
    return fetch(origin + path, { ...init, headers });
  }

  /** What an administrator asks for. @param {string} method @param {string} path @param {unknown} [body] */
  async function administer(method, path, body) {
    const init = { method, body: JSON.stringify(body) };
    const response = await request(`/admin${path}`, adminCredential, init);
    assert.ok(response.ok, `${method} ${path}: ${response.status}`);
    return response;
  }

  return {
    request,
    administer,
    /** A key of a new account, with money on it. @param {string} accountId @param {string} usd @param {unknown} [limits] */
    async openAccount(accountId, usd, limits) {
      const credit = { id: `first of ${accountId}`, usd };
      await administer("POST", `/accounts/${accountId}/credits`, credit);
      const issued = await administer("POST", "/keys", { account_id: accountId, limits });
      return issued.json();
    },
    /** Both official clients. @param {string} key */
    clientsOf: (key) => ({
      anthropic: new Anthropic({ baseURL: origin, apiKey: key, maxRetries: 0 }),
      openai: new OpenAI({ baseURL: `${origin}/v1`, apiKey: key, maxRetries: 0 }),
    }),
    /** What an account has, once nothing runs: no answer waits for its settlement. @param {string} key */
    async balanceOf(key) {
      for (let attempts = 0; attempts < 1_000; attempts++) {
        const balance = await (await request("/v1/balance", key)).json();
        if (balance.reserved_nano_dollars === 0) return balance;
        await wait(10);
      }
      assert.fail("A row is still open.");
    },
    close: () => close().then(accounts.close),
  };
}

/** @param {string} content */
export const toLarge = (content) => ({
  model: "large",
  max_tokens: 1_000,
  messages: [{ role: /** @type {const} */ ("user"), content }],
});

/** @param {string} content */
export const toSmall = (content) => ({
  model: "small",
  messages: [{ role: /** @type {const} */ ("user"), content }],
});

/**
 * What tokens cost in nano-dollars: a dollar per million tokens is 1,000 of them per token.
 *
 * @param {Record<string, number>} tokens @param {Record<string, number>} priceOf
 */
export function costOf(tokens, priceOf) {
  const nanoDollars = Object.entries(tokens)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => count * Math.round((priceOf[kind] ?? Number.NaN) * 1_000));
  return nanoDollars.reduce((sum, one) => sum + one, 0);
}
