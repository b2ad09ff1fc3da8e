import { chatClient, messagesClient } from "@diglot/test-support/clients";
import { expect } from "vitest";
import type { Check, Target } from "../check.js";
import { ask, expectSettledOnce, readState, uniquePrompt, until } from "../client.js";
import { refusedPrompt, refuseOnBoth } from "../expect-error.js";
import { tokenSecret } from "../servers/terms.js";
import { type Claims, signToken } from "../servers/token-identities.js";

function claimsOf(change: Partial<Claims> = {}): Claims {
  const exp = Math.floor(Date.now() / 1_000) + 600;
  return { sub: "user-1", tenant: "team-a", exp, ...change };
}

async function expectBilled({ baseUrl }: Target, prompt: string): Promise<void> {
  const isOver = ({ ledger }: Awaited<ReturnType<typeof readState>>) =>
    ledger[0]?.row.state === "settled";
  const state = await until(() => readState(baseUrl, prompt), isOver, 5_000);
  expectSettledOnce(state, "completed");
  expect(state.ledger[0]?.row).toMatchObject({ keyId: "user-1", accountId: "team-a" });
}

async function servesTokens(target: Target): Promise<void> {
  const apiKey = await signToken(claimsOf(), tokenSecret);
  const settings = { fetch, baseURL: target.baseUrl, apiKey };
  const asked = uniquePrompt("a token of Chat Completions");
  const chat = await chatClient(settings).chat.completions.create({
    model: "echo",
    messages: [{ role: "user", content: asked }],
  });
  expect(chat.choices[0]?.message.content).toBe(asked);
  await expectBilled(target, asked);
  const prompt = uniquePrompt("a token of Messages");
  const request = {
    model: "echo",
    max_tokens: 1_000,
    messages: [{ role: "user" as const, content: prompt }],
  };
  const headers = { cookie: `token=${apiKey}` };
  const message = await messagesClient({ ...settings, apiKey: "none" }).messages.create(request, {
    headers,
  });
  expect(message.content).toMatchObject([{ text: prompt }]);
  await expectBilled(target, prompt);
}

async function refusesOtherTokens({ baseUrl }: Target): Promise<void> {
  const [head, body, signature] = (await signToken(claimsOf(), tokenSecret)).split(".");
  const [, other] = (await signToken(claimsOf({ tenant: "team-b" }), tokenSecret)).split(".");
  const tokens = [
    await signToken(claimsOf({ exp: 1 }), tokenSecret),
    await signToken(claimsOf(), "another-secret"),
    `${head}.${other}.${signature}`,
    `${head}.${body}.`,
    `${head}.${body}`,
    "a.b.c",
  ];
  await refuseOnBoth(baseUrl, async (endpoint) => {
    for (const token of tokens) {
      for (const credential of [
        { authorization: `Bearer ${token}` },
        { cookie: `token=${token}` },
      ]) {
        const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01" };
        const init = { headers: { ...headers, ...credential } };
        const answer = await ask(baseUrl, endpoint, "echo", refusedPrompt, {}, init);
        expect(answer.status).toBe(401);
        expect(await answer.text()).not.toContain(token);
      }
    }
  });
}

async function refusesOtherSites({ baseUrl }: Target): Promise<void> {
  const token = await signToken(claimsOf(), tokenSecret);
  await refuseOnBoth(baseUrl, async (endpoint) => {
    const headers = {
      ...{ "content-type": "application/json", "anthropic-version": "2023-06-01" },
      ...{ cookie: `token=${token}`, origin: "https://evil.example" },
    };
    const answer = await ask(baseUrl, endpoint, "echo", refusedPrompt, {}, { headers });
    expect(answer.status).toBe(403);
  });
}

/** Who calls, as the host knows them: by a token that it has signed. */
export const identityChecks: Readonly<Record<string, Check>> = {
  "serves callers whom the host identifies by a token, on their account": servesTokens,
  "refuses tokens that have expired or are forged with 401": refusesOtherTokens,
  "T21 refuses pages of other sites that drive a caller's browser": refusesOtherSites,
};
