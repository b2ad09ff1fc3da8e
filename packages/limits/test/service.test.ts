import {
  createMemoryKeys,
  createService,
  defineModel,
  type Limits,
  ServiceError,
} from "@diglot/core";
import { describe, expect, it } from "vitest";
import { createLimits, type RedisClient } from "../src/index.js";

const key = "sk-limits-0123456789";
const hello = defineModel("hello", async function* () {
  yield "Hello!";
});
const refusing = defineModel("refusing", async function* () {
  yield* [];
  throw new ServiceError({ kind: "bad_request", message: "Not so." });
});
const keyLimits = {
  requestsPerMinute: 5,
  inputTokensPerMinute: 40_000,
  outputTokensPerMinute: 10_000,
};

/** The paths of both formats, and the headers that report their rates. */
const formats = [
  ["/v1/chat/completions", "x-ratelimit-remaining-requests"],
  ["/v1/messages", "anthropic-ratelimit-requests-remaining"],
] as const;

function serve(limits: Limits) {
  const keys = createMemoryKeys([{ key, limits: keyLimits }]);
  const service = createService({ models: [hello, refusing], keys, limits });
  return (path: string, change: object = {}) =>
    service.request(path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${key}`,
        "anthropic-version": "2023-06-01",
      },
      body: JSON.stringify({
        model: "hello",
        max_tokens: 50,
        messages: [{ role: "user", content: "Hi" }],
        ...change,
      }),
    });
}

describe.each(formats)("a service with limits, asked at %s", (path, remaining) => {
  it("reports the rates with every answer of a request that was let in", async () => {
    const ask = serve(createLimits());
    const whole = await ask(path);
    const stream = await ask(path, { stream: true });
    const refused = await ask(path, { model: "refusing" });
    expect([whole.status, stream.status, refused.status]).toEqual([200, 200, 400]);
    await stream.text();
    expect([whole, stream, refused].map(({ headers }) => headers.get(remaining))).toEqual([
      "4",
      "3",
      "2",
    ]);
  });

  it("reports no rates to a request that was not let in", async () => {
    const ask = serve(createLimits());
    const unknown = await ask(path, { model: "nobody" });
    expect([unknown.status, unknown.headers.get(remaining)]).toEqual([404, null]);
    expect((await ask(path)).headers.get(remaining)).toBe("4");
  });

  it("frees the place of every request, however it ends", async () => {
    const ask = serve(createLimits({ concurrentRequests: 1 }));
    expect((await ask(path)).status).toBe(200);
    expect((await ask(path, { model: "refusing" })).status).toBe(400);
    const left = await ask(path, { stream: true });
    await left.body?.cancel();
    expect((await ask(path)).status).toBe(200);
  });

  it("refuses with 503 and a hint while Redis is down", async () => {
    const lost: RedisClient = { isReady: false, eval: () => Promise.reject(new Error("down")) };
    const response = await serve(createLimits({ redis: lost }))(path);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await response.text()).not.toContain("Redis");
  });
});

describe("what both formats report", () => {
  it("is what was really used", async () => {
    const ask = serve(createLimits());
    await ask("/v1/chat/completions");
    const { headers } = await ask("/v1/messages");
    expect(headers.get("anthropic-ratelimit-requests-remaining")).toBe("3");
    expect(headers.get("anthropic-ratelimit-input-tokens-limit")).toBe("40000");
    expect(headers.get("anthropic-ratelimit-output-tokens-limit")).toBe("10000");
    const tokens = (await ask("/v1/chat/completions")).headers;
    expect(tokens.get("x-ratelimit-limit-tokens")).toBe("10000");
    expect(Number(tokens.get("x-ratelimit-remaining-tokens"))).toBeLessThan(10_000);
  });
});
