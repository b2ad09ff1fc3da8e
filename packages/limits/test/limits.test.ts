import { needsRedis } from "@diglot/test-support/parts/redis";
import { afterEach, describe, expect, it, type TestOptions } from "vitest";
import { type Backend, openMemory, openRedis } from "./backends.js";
import { admit, burst, request } from "./requests.js";

const backends: readonly (readonly [title: string, open: () => Backend, needs: TestOptions])[] = [
  ["in memory", openMemory, {}],
  ["in Redis by ioredis", () => openRedis("ioredis"), needsRedis],
  ["in Redis by node-redis", () => openRedis("node-redis"), needsRedis],
];

for (const [title, open, needs] of backends)
  describe(`limits ${title}`, needs, () => {
    let backend: Backend | undefined;

    async function start(options?: Parameters<Backend["instance"]>[0]) {
      backend ??= open();
      return backend.instance(options);
    }

    afterEach(async () => {
      await backend?.close();
      backend = undefined;
    });

    it("let a request in while there is room, and report what is left", async () => {
      const limits = await start();
      // A second less than the window, since Redis has a clock of its own.
      const begun = Date.now();
      const asked = request({ limits: { requestsPerMinute: 2 } });
      expect((await admit(limits, asked)).rates).toMatchObject({
        requests: { limit: 2, remaining: 1 },
      });
      const { rates } = await admit(limits, asked);
      expect(rates?.requests?.remaining).toBe(0);
      expect(rates?.requests?.resetAt).toBeGreaterThanOrEqual(begun + 59_000);
      expect(rates?.requests?.resetAt).toBeLessThanOrEqual(Date.now() + 60_000);
      await expect(admit(limits, asked)).rejects.toMatchObject({
        kind: "rate_limited",
        message: "The limit of this key of 2 a minute is reached.",
        exceeded: {
          kind: "requests",
          scope: "key",
          id: "key",
          model: "m",
          limit: 2,
          remaining: 0,
          requested: 1,
        },
        rates: { requests: { limit: 2, remaining: 0 } },
      });
    });

    it("say when a refused request may come back", async () => {
      const limits = await start();
      const begun = Date.now();
      const asked = request({ limits: { requestsPerMinute: 1 } });
      await admit(limits, asked);
      const refusal = await admit(limits, asked).catch((error: unknown) => error);
      const { message, retryAfterSeconds } = refusal as {
        message: string;
        retryAfterSeconds: number;
      };
      const passed = (Date.now() - begun) / 1_000;
      expect(message).toBe("The limit of this key of 1 a minute is reached.");
      expect(retryAfterSeconds).toBeGreaterThanOrEqual(59 - passed);
      expect(retryAfterSeconds).toBeLessThanOrEqual(60);
    });

    it("report no rates for a request without limits", async () => {
      const { rates } = await admit(await start(), request());
      expect(rates).toBeUndefined();
    });

    it("count the keys of an account together, and others for themselves", async () => {
      const limits = await start();
      const accountLimits = { requestsPerMinute: 2 };
      await admit(limits, request({ id: "a", accountLimits }));
      await admit(limits, request({ id: "b", accountLimits }));
      await expect(admit(limits, request({ id: "c", accountLimits }))).rejects.toMatchObject({
        exceeded: { scope: "account", id: "acc" },
      });
      await admit(limits, request({ id: "a", accountId: "other", accountLimits }));
    });

    it("report the window that has less left, of the key's and the account's", async () => {
      const limits = await start();
      const key = { limits: { requestsPerMinute: 9 }, accountLimits: { requestsPerMinute: 5 } };
      const { rates } = await admit(limits, request(key));
      expect(rates?.requests).toMatchObject({ limit: 5, remaining: 4 });
      const other = {
        id: "other",
        limits: { requestsPerMinute: 2 },
        accountLimits: { requestsPerMinute: 9 },
      };
      const { rates: ratesOfOther } = await admit(limits, request(other));
      expect(ratesOfOther?.requests).toMatchObject({ limit: 2, remaining: 1 });
    });

    it("follow the record of a key at once", async () => {
      const limits = await start();
      await admit(limits, request({ limits: { requestsPerMinute: 1 } }));
      const { rates } = await admit(limits, request({ limits: { requestsPerMinute: 3 } }));
      expect(rates?.requests).toMatchObject({ limit: 3, remaining: 1 });
      await expect(admit(limits, request({ limits: { requestsPerMinute: 2 } }))).rejects.toThrow();
    });

    it("apply the limits of the options to a key whose record sets none", async () => {
      const limits = await start({
        keys: { requestsPerMinute: 1 },
        accounts: { requestsPerMinute: 3 },
      });
      await admit(limits, request({ id: "a" }));
      await expect(admit(limits, request({ id: "a" }))).rejects.toThrow();
      await admit(limits, request({ id: "b", limits: { requestsPerMinute: 2 } }));
      await admit(limits, request({ id: "b", limits: { requestsPerMinute: 2 } }));
      await expect(admit(limits, request({ id: "c" }))).rejects.toMatchObject({
        exceeded: { scope: "account" },
      });
    });

    it("charge the estimate of the input, and correct it by what the first attempt used", async () => {
      const limits = await start();
      const asked = request({ limits: { inputTokensPerMinute: 100 } }, 60);
      const first = await admit(limits, asked);
      expect(first.rates?.inputTokens).toMatchObject({ limit: 100, remaining: 40 });
      await expect(admit(limits, asked)).rejects.toMatchObject({
        exceeded: { kind: "inputTokens", remaining: 40, requested: 60 },
      });
      first.spend?.({ input: 30, output: 5 });
      const second = await admit(limits, asked);
      expect(second.rates?.inputTokens?.remaining).toBe(10);
      second.spend?.({ input: 65, output: 5 });
      second.spend?.({ input: 65, output: 5 });
      const small = request({ limits: { inputTokensPerMinute: 200 } }, 1);
      expect((await admit(limits, small)).rates?.inputTokens?.remaining).toBe(200 - 161);
    });

    it("let a request in while output has room, and charge what it generated", async () => {
      const limits = await start();
      const asked = request({ limits: { outputTokensPerMinute: 100 } });
      const first = await admit(limits, asked);
      expect(first.rates?.outputTokens).toMatchObject({ limit: 100, remaining: 100 });
      first.spend?.({ input: 1, output: 99 });
      const second = await admit(limits, asked);
      expect(second.rates?.outputTokens?.remaining).toBe(1);
      second.release();
      second.spend?.({ input: 1, output: 500 });
      await expect(admit(limits, asked)).rejects.toMatchObject({
        exceeded: { kind: "outputTokens", limit: 100, remaining: 0 },
      });
    });

    it("give back what a refused request was charged elsewhere", async () => {
      const limits = await start();
      const keyLimits = { requestsPerMinute: 5, inputTokensPerMinute: 100, concurrentRequests: 2 };
      const key = { limits: keyLimits, accountLimits: { inputTokensPerMinute: 50 } };
      for (let round = 0; round < 10; round++) {
        await admit(limits, request(key, 50)).then(
          ({ release }) => release(),
          () => undefined,
        );
      }
      const { rates } = await admit(limits, request({ limits: keyLimits }, 1));
      expect(rates).toMatchObject({ requests: { remaining: 3 }, inputTokens: { remaining: 49 } });
    });

    it("refuse for good what is larger than a whole limit, and charge nothing for it", async () => {
      const limits = await start();
      const keyLimits = { requestsPerMinute: 2, inputTokensPerMinute: 100 };
      await admit(limits, request({ limits: keyLimits }, 60));
      await expect(admit(limits, request({ limits: keyLimits }, 101))).rejects.toMatchObject({
        kind: "rate_limited",
        message: expect.stringMatching(/^Request too large/),
        exceeded: { requested: 101, limit: 100, remaining: 40 },
      });
      const { rates } = await admit(limits, request({ limits: keyLimits }, 40));
      expect(rates).toMatchObject({ requests: { remaining: 0 }, inputTokens: { remaining: 0 } });
    });

    it("let so many of 200 concurrent requests in as there is room for", async () => {
      const limits = await start({ keys: { concurrentRequests: undefined } });
      const asked = request({ limits: { requestsPerMinute: 50 } });
      const { admitted, refused } = await burst([limits], 200, asked);
      expect([admitted.length, refused.length]).toEqual([50, 150]);
    });

    it("let so many requests of a key and of an account run at once", async () => {
      const limits = await start();
      const key = { limits: { concurrentRequests: 3 }, accountLimits: { concurrentRequests: 4 } };
      const { admitted, refused } = await burst([limits], 20, request(key));
      expect(admitted).toHaveLength(3);
      expect(refused[0]).toMatchObject({ kind: "concurrency_limited", retryAfterSeconds: 1 });
      const other = { ...key, id: "other" };
      await admit(limits, request(other));
      await expect(admit(limits, request(other))).rejects.toThrow("this account are running");
      admitted[0]?.release();
      await admit(limits, request(other));
    });

    it("count a request from its entrance, and charge it nothing before it is admitted", async () => {
      const limits = await start();
      const key = { limits: { concurrentRequests: 2, requestsPerMinute: 1 } };
      const entrances = [await limits.enter(request(key)), await limits.enter(request(key))];
      await expect(limits.enter(request(key))).rejects.toMatchObject({
        kind: "concurrency_limited",
      });
      for (const entrance of entrances) entrance.release();
      expect((await admit(limits, request(key))).rates?.requests?.remaining).toBe(0);
    });

    it("have their only place free again when its request is over", async () => {
      const limits = await start();
      const asked = request({ limits: { concurrentRequests: 1 } });
      for (let round = 0; round < 3; round++) {
        const { release } = await admit(limits, asked);
        await expect(admit(limits, asked)).rejects.toMatchObject({ kind: "concurrency_limited" });
        release();
      }
    });

    it("count no refused request as running", async () => {
      const limits = await start();
      const key = { limits: { requestsPerMinute: 1, concurrentRequests: 2 } };
      await admit(limits, request(key));
      for (let round = 0; round < 5; round++) {
        await expect(admit(limits, request(key))).rejects.toMatchObject({ kind: "rate_limited" });
      }
      await admit(limits, request({ limits: { concurrentRequests: 2 } }));
    });

    it("keep the room of the process for others when a request is refused", async () => {
      const limits = await start({ concurrentRequests: 2, keys: { concurrentRequests: 1 } });
      await admit(limits, request());
      for (let round = 0; round < 3; round++) {
        await expect(admit(limits, request())).rejects.toMatchObject({
          kind: "concurrency_limited",
        });
      }
      await admit(limits, request({ id: "other" }));
    });

    it("let no more run in one process than it can carry", async () => {
      const limits = await start({ concurrentRequests: 5 });
      const { admitted, refused } = await burst([limits], 20, request());
      expect(admitted).toHaveLength(5);
      expect(refused[0]).toMatchObject({
        kind: "overloaded",
        message: "The server accepts no more requests at the moment.",
        retryAfterSeconds: 1,
      });
      admitted[0]?.release();
      await admit(limits, request());
    });
  });
