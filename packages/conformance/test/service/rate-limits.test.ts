import { createMemoryLedger, type RateLimits, type Service, usage } from "@diglot/core";
import { createLimits } from "@diglot/limits";
import {
  chatClient,
  chatClients,
  messagesClient,
  messagesClients,
  recording,
} from "@diglot/test-support/clients";
import { serviceOf } from "@diglot/test-support/services";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { errorOf, minimal, post } from "../chat-completions/helpers.js";

const question = { model: "scripted", messages: [{ role: "user" as const, content: "hi" }] };

/** A service whose keys have these limits. */
function limited(keys: RateLimits): Service {
  return serviceOf(["ok"], { limits: createLimits({ keys }) }).service;
}

/** Asks once, with whichever client it is. */
type Ask = (fetch: typeof globalThis.fetch) => Promise<unknown>;

const clients: readonly (readonly [title: string, ask: Ask, rateLimitError: unknown])[] = [
  ...Object.entries(chatClients).map(([name, Client]) => {
    const ask: Ask = (fetch) =>
      chatClient({ fetch, maxRetries: 2 }, Client).chat.completions.create(question);
    return [`C099 ${name}`, ask, Client.RateLimitError] as const;
  }),
  ...Object.entries(messagesClients).map(([name, Client]) => {
    const ask: Ask = (fetch) =>
      messagesClient({ fetch, maxRetries: 2 }, Client).messages.create({
        ...question,
        max_tokens: 5,
      });
    return [`M098 ${name}`, ask, Client.RateLimitError] as const;
  }),
];

describe("the clients of a key that is over its rate", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Lets time pass, beside what happens outside of it, until the promise is settled. */
  async function settle(pending: Promise<unknown>): Promise<unknown> {
    let open = true;
    const outcome = pending
      .catch((error: unknown) => error)
      .finally(() => {
        open = false;
      });
    while (open) {
      await vi.advanceTimersByTimeAsync(50);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return outcome;
  }

  it.each(clients)("%s waits as long as the answer says and succeeds then", async (_name, ask) => {
    const service = limited({ requestsPerMinute: 1 });
    const since = Date.now();
    expect((await post(service, minimal)).status).toBe(200);
    const { fetch, requests } = recording(service);
    expect(await settle(ask(fetch as typeof globalThis.fetch))).toMatchObject({
      model: "scripted",
    });
    expect(Date.now() - since).toBeGreaterThanOrEqual(60_000);
    expect(requests.map(({ headers }) => headers.get("x-stainless-retry-count"))).toEqual([
      "0",
      "1",
    ]);
  });

  it.each(clients)("%s gives up after two retries", async (_name, ask, rateLimitError) => {
    const service = limited({ requestsPerMinute: 1 });
    const { fetch, requests } = recording(service);
    // Somebody else with the same key is always faster.
    const slower = async (...request: Parameters<typeof fetch>) => {
      while ((await post(service, minimal)).status !== 200);
      return fetch(...request);
    };
    const error = await settle(ask(slower as typeof globalThis.fetch));
    expect(error).toBeInstanceOf(rateLimitError);
    expect(error).toMatchObject({ status: 429 });
    expect(requests).toHaveLength(3);
  });
});

describe("a request over a rate", () => {
  it("C099 learns that it is over its requests, and when to come back", async () => {
    const service = limited({ requestsPerMinute: 1 });
    await post(service, minimal);
    const response = await post(service, minimal);
    const milliseconds = Number(response.headers.get("retry-after-ms"));
    expect(milliseconds).toBeGreaterThan(50_000);
    expect(response.headers.get("retry-after")).toBe(String(Math.ceil(milliseconds / 1000)));
    expect(response.headers.get("x-ratelimit-remaining-requests")).toBe("0");
    expect(await errorOf(response)).toEqual({
      status: 429,
      type: "requests",
      param: null,
      code: "rate_limit_exceeded",
      message: `Rate limit reached for scripted in key key-1 on requests per min (RPM): Limit 1, Used 1, Requested 1. Please try again in ${milliseconds === 60_000 ? "1m0" : milliseconds / 1000}s.`,
    });
  });

  it("C099 learns that it is over its tokens", async () => {
    const limits = createLimits({ keys: { inputTokensPerMinute: 30 } });
    const { service } = serviceOf([usage({ input: 30, output: 1 }), "ok"], { limits });
    await post(service, minimal);
    const response = await post(service, minimal);
    expect(response.headers.get("x-ratelimit-limit-tokens")).toBe("30");
    expect(await errorOf(response)).toMatchObject({
      status: 429,
      type: "tokens",
      code: "rate_limit_exceeded",
      message: expect.stringMatching(
        /^Rate limit reached for scripted in key key-1 on input tokens per min \(TPM\): Limit 30, Used 30, Requested \d+\. Please try again in (1m0|\d+(\.\d+)?)s\.$/,
      ),
    });
  });

  it("C099 is not called back if it is larger than the whole limit", async () => {
    const response = await post(limited({ inputTokensPerMinute: 5 }), minimal);
    expect(response.headers.get("x-should-retry")).toBe("false");
    expect(response.headers.get("retry-after")).toBeNull();
    expect(await errorOf(response)).toMatchObject({
      status: 429,
      type: "tokens",
      message: expect.stringMatching(/^Request too large for scripted /),
    });
  });
});

describe.each(Object.entries(chatClients))(
  "an account that has spent its budget, with %s",
  (_name, Client) => {
    it("C100 learns so once, with the code of an exhausted quota", async () => {
      const { service } = serviceOf(["ok"], {
        model: { prices: { input: 1, output: 1 } },
        ledger: createMemoryLedger({ budgets: { "key-1": 1 } }),
        limits: createLimits({ keys: { requestsPerMinute: 100 } }),
      });
      const { fetch, requests } = recording(service);
      const client = chatClient({ fetch, maxRetries: 2 }, Client);
      const error = await client.chat.completions
        .create(question)
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(Client.RateLimitError);
      expect(error).toMatchObject({
        status: 429,
        code: "insufficient_quota",
        type: "insufficient_quota",
      });
      expect(requests).toHaveLength(1);
      const response = await post(service, minimal);
      expect(response.headers.get("x-should-retry")).toBe("false");
      expect(response.headers.get("x-ratelimit-remaining-requests")).toBe("98");
    });
  },
);
