import { createMemoryKeys, type Limits, ServiceError } from "@diglot/core";
import { key } from "@diglot/test-support/key";
import { modelOf } from "@diglot/test-support/models";
import { type FormatName, requestOf } from "@diglot/test-support/requests";
import { serviceOf } from "@diglot/test-support/services";
import { describe, expect, it } from "vitest";
import { createLimits, type RedisClient } from "../src/index.js";

const hello = modelOf(["Hello!"]);
const refuse = async function* () {
  yield* [];
  throw new ServiceError({ kind: "bad_request", message: "Not so." });
};
const refusing = modelOf(refuse, {}, "refusing");
const keyLimits = {
  requestsPerMinute: 5,
  inputTokensPerMinute: 40_000,
  outputTokensPerMinute: 10_000,
};

/** Both formats, and the headers that report their rates. */
const formats = [
  ["chat-completions", "x-ratelimit-remaining-requests"],
  ["messages", "anthropic-ratelimit-requests-remaining"],
] as const;

function serve(limits: Limits) {
  const keys = createMemoryKeys([{ key, limits: keyLimits }]);
  const { service } = serviceOf([], { models: [hello, refusing], keys, limits });
  return (format: FormatName, change: object = {}) =>
    service.request(...requestOf(format, { max_tokens: 50, ...change }));
}

describe.each(formats)("a service with limits, asked for %s", (format, remaining) => {
  it("reports the rates with every answer of a request that was let in", async () => {
    const ask = serve(createLimits());
    const whole = await ask(format);
    const stream = await ask(format, { stream: true });
    const refused = await ask(format, { model: "refusing" });
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
    const unknown = await ask(format, { model: "nobody" });
    expect([unknown.status, unknown.headers.get(remaining)]).toEqual([404, null]);
    expect((await ask(format)).headers.get(remaining)).toBe("4");
  });

  it("frees the place of every request, however it ends", async () => {
    const ask = serve(createLimits({ concurrentRequests: 1 }));
    expect((await ask(format)).status).toBe(200);
    expect((await ask(format, { model: "refusing" })).status).toBe(400);
    const left = await ask(format, { stream: true });
    await left.body?.cancel();
    expect((await ask(format)).status).toBe(200);
  });

  it("refuses with 503 and a hint while Redis is down", async () => {
    const lost: RedisClient = { isReady: false, eval: () => Promise.reject(new Error("down")) };
    const response = await serve(createLimits({ redis: lost }))(format);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await response.text()).not.toContain("Redis");
  });
});

describe("what both formats report", () => {
  it("is what was really used", async () => {
    const ask = serve(createLimits());
    await ask("chat-completions");
    const { headers } = await ask("messages");
    expect(headers.get("anthropic-ratelimit-requests-remaining")).toBe("3");
    expect(headers.get("anthropic-ratelimit-input-tokens-limit")).toBe("40000");
    expect(headers.get("anthropic-ratelimit-output-tokens-limit")).toBe("10000");
    const tokens = (await ask("chat-completions")).headers;
    expect(tokens.get("x-ratelimit-limit-tokens")).toBe("10000");
    expect(Number(tokens.get("x-ratelimit-remaining-tokens"))).toBeLessThan(10_000);
  });
});
