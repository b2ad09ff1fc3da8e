import { createServer } from "node:net";
import { healthEndpoints, type Limits } from "@diglot/core";
import { modelOf } from "@diglot/test-support/models";
import { needsRedis } from "@diglot/test-support/parts/redis";
import { serviceOf } from "@diglot/test-support/services";
import { pause, until } from "@diglot/test-support/wait";
import { Redis } from "ioredis";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createLimits, type IoRedisClient } from "../src/index.js";
import { type ClientName, openIoredis, openRedis } from "./backends.js";
import { admit, burst, request } from "./requests.js";

/** Stops the intervals at which leases are renewed; a test lets them pass. The clock of Redis goes on. */
function stopIntervals(): void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Where Redis has the places of the requests that run with a key. */
const places = (prefix: string) => `${prefix}:{acc}:key:key:running`;

const names: readonly ClientName[] = ["ioredis", "node-redis"];

describe("several processes on one Redis", needsRedis, () => {
  const ends: (() => Promise<unknown>)[] = [];

  function open(name: ClientName, prefix?: string) {
    const backend = openRedis(name, prefix);
    ends.push(backend.close);
    return backend;
  }

  afterEach(async () => {
    await Promise.all(ends.splice(0).map((end) => end()));
  });

  it.each(names)("let exactly 50 of 200 concurrent requests in, with %s", async (name) => {
    const { instance } = open(name);
    const unlimited = { keys: { concurrentRequests: undefined } };
    const instances = [await instance(unlimited), await instance(unlimited)];
    const asked = request({ limits: { requestsPerMinute: 50 } });
    const { admitted, refused } = await burst(instances, 200, asked);
    expect([admitted.length, refused.length]).toEqual([50, 150]);
  });

  it.each(names)("let exactly 20 requests run at once, with %s", async (name) => {
    const { instance } = open(name);
    const instances = [await instance(), await instance()];
    const asked = request({ accountLimits: { concurrentRequests: 20 } });
    const { admitted } = await burst(instances, 100, asked);
    expect(admitted).toHaveLength(20);
    for (const { release } of admitted.slice(0, 7)) release();
    expect((await burst(instances, 100, asked)).admitted).toHaveLength(7);
  });

  it.each(names)("never let more in than several windows have room for, with %s", async (name) => {
    const { instance } = open(name);
    const instances = [await instance(), await instance(), await instance()];
    const asked = request(
      {
        limits: { requestsPerMinute: 40, inputTokensPerMinute: 900 },
        accountLimits: { requestsPerMinute: 35, inputTokensPerMinute: 1_000 },
      },
      30,
    );
    const { admitted } = await burst(instances, 90, asked);
    expect(admitted.length).toBeLessThanOrEqual(30);
    // What refused ones held for a moment is free again: the rest of the room can be used.
    let late = 0;
    for (let index = 0; index < 40; index++) {
      await admit(instances[index % 3] as Limits, asked).then(
        () => (late += 1),
        () => undefined,
      );
    }
    expect(admitted.length + late).toBe(30);
  });

  it("count together whichever client they use", async () => {
    const one = open("ioredis");
    const other = open("node-redis", one.prefix);
    const instances = [await one.instance(), await other.instance()];
    const asked = request({ limits: { requestsPerMinute: 10, concurrentRequests: 5 } });
    expect((await burst(instances, 20, asked)).admitted).toHaveLength(5);
  });

  it("refuse what is over a limit, also where requests are counted in memory without Redis", async () => {
    const { instance } = open("ioredis");
    const limits = await instance({ whenDown: "memory" });
    const asked = request({ limits: { requestsPerMinute: 1 } });
    await admit(limits, asked);
    await expect(admit(limits, asked)).rejects.toMatchObject({ kind: "rate_limited" });
  });

  it("keep the place of a request that runs longer than a lease", async () => {
    stopIntervals();
    const { instance, prefix } = open("ioredis");
    const limits = await instance({ lease: 60_000 });
    const asked = request({ limits: { concurrentRequests: 1 } });
    const { release } = await admit(limits, asked);
    const redis = await openIoredis();
    const readEnd = async () =>
      Number((await redis.zrange(places(prefix), "0", "0", "WITHSCORES"))[1]);
    const end = await readEnd();
    await until(async () => {
      vi.advanceTimersByTime(20_000);
      return (await readEnd()) > end;
    });
    await redis.quit();
    await expect(admit(limits, asked)).rejects.toMatchObject({ kind: "concurrency_limited" });
    release();
    await admit(limits, asked);
  });

  it("hold the places of a process that died until its leases end, and free them then", async () => {
    stopIntervals();
    const { instance, prefix } = open("ioredis");
    const redis = await openIoredis();
    const asked = (id: string) => request({ id, limits: { concurrentRequests: 2 } });
    const takeBoth = async (id: string, lease: number) => {
      const dying = createLimits({ redis, prefix, lease });
      await admit(dying, asked(id));
      await admit(dying, asked(id));
    };
    await takeBoth("long", 60_000);
    await takeBoth("short", 50);
    redis.disconnect();
    const surviving = await instance();
    const admitted: unknown[] = [];
    await until(async () => {
      admitted.push(...(await burst([surviving], 5, asked("short"))).admitted);
      return admitted.length >= 2;
    });
    expect(admitted).toHaveLength(2);
    await expect(admit(surviving, asked("long"))).rejects.toMatchObject({
      kind: "concurrency_limited",
    });
  });

  it("free the place of a process that died beside one that lives", async () => {
    stopIntervals();
    const { instance, prefix } = open("ioredis");
    const redis = await openIoredis();
    const asked = request({ limits: { concurrentRequests: 2 } });
    const living = await instance({ lease: 60_000 });
    await admit(living, asked);
    await admit(createLimits({ redis, prefix, lease: 50 }), asked);
    redis.disconnect();
    await admit(living, request({ id: "other", limits: { concurrentRequests: 2 } }));
    await until(async () => (await burst([living], 1, asked)).admitted.length === 1);
    await expect(admit(living, asked)).rejects.toMatchObject({ kind: "concurrency_limited" });
  });

  it("give its place back to a running request whose lease has ended meanwhile", async () => {
    stopIntervals();
    const { instance, prefix } = open("ioredis");
    const limits = await instance({ lease: 60_000 });
    const asked = request({ limits: { concurrentRequests: 1 } });
    await admit(limits, asked);
    const redis = await openIoredis();
    expect(await redis.del(places(prefix))).toBe(1);
    vi.advanceTimersByTime(20_000);
    await until(async () => (await redis.exists(places(prefix))) === 1);
    await redis.quit();
    await expect(admit(limits, asked)).rejects.toMatchObject({ kind: "concurrency_limited" });
  });

  it("leave no count behind for longer than it can matter", async () => {
    const { instance, prefix } = open("node-redis");
    const limits = await instance();
    const all = { requestsPerMinute: 9, inputTokensPerMinute: 99, outputTokensPerMinute: 99 };
    const keyLimits = { ...all, concurrentRequests: 9 };
    const { spend } = await admit(limits, request({ limits: keyLimits, accountLimits: all }));
    spend?.({ input: 5, output: 5 });
    const redis = await openIoredis();
    const names = await redis.keys(`${prefix}*`);
    const lives = await Promise.all(names.map((name) => redis.pttl(name)));
    await redis.quit();
    expect(names).toHaveLength(7);
    for (const life of lives) expect(life).toBeGreaterThan(0);
  });

  it("give back a place and charges that Redis was too slow for", async () => {
    onTestFinished(() => void vi.useRealTimers());
    const { instance, prefix } = open("ioredis");
    const redis = await openIoredis();
    const answers: Promise<unknown>[] = [];
    let held = Promise.resolve();
    const slow: IoRedisClient = {
      status: "ready",
      eval(...script) {
        const answer = held.then(() => redis.eval(...script));
        answers.push(answer);
        return answer;
      },
    };
    const limits = createLimits({ redis: slow, prefix, timeout: 5_000 });
    const keyLimits = { requestsPerMinute: 5, inputTokensPerMinute: 99, concurrentRequests: 1 };
    const asked = request({ limits: keyLimits });

    /** Whatever is counted too late is given back, with a call for each kind of limit. */
    async function countTooLate(work: () => Promise<unknown>): Promise<void> {
      let goOn = (): void => undefined;
      held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const before = answers.length;
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const late = expect(work()).rejects.toThrow("within 5000 ms");
      await vi.advanceTimersByTimeAsync(5_000);
      vi.useRealTimers();
      await late;
      const calls = answers.length - before;
      goOn();
      await until(() => answers.length >= before + 2 * calls);
      await Promise.all(answers);
    }

    await countTooLate(async () => limits.enter(asked));
    const entrance = await limits.enter(asked);
    await countTooLate(async () => entrance.admit(asked));
    entrance.release();
    await until(() => answers.length === 8);
    await Promise.all(answers);
    const { rates } = await admit(await instance(), asked);
    expect(rates).toMatchObject({ requests: { remaining: 4 }, inputTokens: { remaining: 89 } });
    await redis.quit();
  });

  it.each(names)(
    "pass their check while Redis answers, and fail it afterwards, with %s",
    async (name) => {
      const { instance } = open(name);
      const limits = await instance();
      await limits.check?.();
      await ends.pop()?.();
      await expect(limits.check?.()).rejects.toThrow("connection to Redis is lost");
    },
  );

  it("add nothing to the client that they are given", async () => {
    const redis = await openIoredis();
    const before = Object.keys(redis);
    createLimits({ redis });
    expect(Object.keys(redis)).toEqual(before);
    await redis.quit();
  });
});

describe("a Redis that is down", () => {
  const asked = request({ limits: { requestsPerMinute: 2, concurrentRequests: 100 } });

  async function refusalOf(limits: Limits): Promise<unknown> {
    return admit(limits, asked).catch((error: unknown) => error);
  }

  it("lets nobody in, at once where the connection is known to be lost", async () => {
    const ioredis = { status: "reconnecting", eval: () => new Promise(() => undefined) };
    const nodeRedis = { isReady: false, eval: () => new Promise(() => undefined) };
    for (const redis of [ioredis, nodeRedis]) {
      const refusal = await refusalOf(createLimits({ redis }));
      expect(refusal).toMatchObject({ message: "The connection to Redis is lost." });
      expect(refusal).not.toHaveProperty("kind");
    }
  });

  it("lets nobody in where it does not answer in time", async () => {
    const silent = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    const client = new Redis(port, "127.0.0.1", { enableReadyCheck: false });
    client.on("error", () => undefined);
    const refusal = await refusalOf(createLimits({ redis: client, timeout: 100 }));
    expect(refusal).toMatchObject({ message: "Redis has not answered within 100 ms." });
    client.disconnect();
    silent.close();
  });

  it("makes a service that needs it not ready, and says why to the reporter", async () => {
    const redis = { isReady: false, eval: () => Promise.reject(new Error("down")) };
    const { service, failures } = serviceOf(modelOf(["Hello"]), {
      limits: createLimits({ redis }),
      endpoints: healthEndpoints(),
    });
    const response = await service.request("/readyz");
    expect(await response.json()).toEqual({ status: "unavailable", failed: ["limits"] });
    expect(failures).toMatchObject([{ cause: { message: "The connection to Redis is lost." } }]);
  });

  it("is no reason not to be ready where each process can count for itself", () => {
    const redis = { isReady: false, eval: () => Promise.reject(new Error("down")) };
    expect(createLimits({ redis, whenDown: "memory" }).check).toBeUndefined();
    expect(createLimits().check).toBeUndefined();
  });

  it("has requests counted in memory meanwhile, if the options say so", async () => {
    const errors: unknown[] = [];
    const redis = { isReady: false, eval: () => Promise.reject(new Error("down")) };
    const onError = (error: unknown) => errors.push(error);
    const limits = createLimits({ redis, whenDown: "memory", onError });
    const { admitted, refused } = await burst([limits], 5, asked);
    expect(admitted).toHaveLength(2);
    expect(refused[0]).toMatchObject({ kind: "rate_limited", exceeded: { limit: 2 } });
    // One for the place of each request, and one for its windows.
    expect(errors).toHaveLength(10);
    for (const { spend, release } of admitted) {
      spend?.({ input: 1, output: 1 });
      release();
    }
  });

  it("has room again in the process when it goes away during a request", needsRedis, async () => {
    const { prefix, close } = openRedis("ioredis");
    const redis = await openIoredis();
    const errors: unknown[] = [];
    const onError = (error: unknown) => {
      errors.push(error);
      throw error;
    };
    const limits = createLimits({ redis, prefix, concurrentRequests: 1, onError });
    const { spend, release } = await admit(
      limits,
      request({
        limits: {
          inputTokensPerMinute: 100,
          outputTokensPerMinute: 100,
          concurrentRequests: 100,
        },
      }),
    );
    redis.disconnect();
    await pause(20);
    spend?.({ input: 20, output: 5 });
    release();
    await pause(5);
    // Input, output and the place could not be reported.
    expect(errors).toHaveLength(3);
    const message = "The connection to Redis is lost.";
    expect(await refusalOf(limits)).toMatchObject({ message });
    await close();
  });
});
