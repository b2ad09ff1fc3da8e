import { describe, expect, it } from "vitest";
import { checkOptions } from "../../validation/check-options.js";
import type { KeyRecord } from "../keys/keys.js";
import { validLimitsPort } from "./limits.js";
import { createMemoryLimits, type MemoryLimitsOptions } from "./memory-limits.js";

function limitsOf(options: MemoryLimitsOptions = {}) {
  const limits = createMemoryLimits(options);
  const enterWith = (key: KeyRecord) =>
    limits.enter({ key, requestId: "r", signal: new AbortController().signal });
  const enter = (id: string, concurrentRequests?: number) =>
    enterWith({ id, accountId: id, models: "all", limits: { concurrentRequests } });
  return { enter, enterWith };
}

const limitedOf = (whose: string) => ({
  kind: "concurrency_limited",
  message: `Too many requests of this ${whose} are running.`,
  retryAfterSeconds: 1,
});
const limited = limitedOf("key");

describe("createMemoryLimits", () => {
  it("lets a given number of requests of one key run at once, and those of other keys beside them", async () => {
    const { enter } = limitsOf({ concurrentRequestsPerKey: 2 });
    const place = await enter("a");
    await enter("a");
    await expect(enter("a")).rejects.toMatchObject(limited);
    await enter("b");
    place.release();
    await enter("a");
    await expect(enter("a")).rejects.toMatchObject(limited);
  });

  it("refuses keys with a rate limit, because it counts no rates", async () => {
    const { enterWith } = limitsOf();
    const key: KeyRecord = { id: "k", accountId: "a", models: "all" };
    await expect(enterWith({ ...key, limits: { requestsPerMinute: 5 } })).rejects.toThrow(
      /k is limited by requestsPerMinute/,
    );
    await expect(
      enterWith({ ...key, accountLimits: { outputTokensPerMinute: 5 } }),
    ).rejects.toThrow(TypeError);
    await enterWith(key);
  });

  it("lets the record of a key override the limit", async () => {
    const { enter } = limitsOf({ concurrentRequestsPerKey: 2 });
    await enter("a", 1);
    await expect(enter("a", 1)).rejects.toMatchObject(limited);
    for (let place = 0; place < 3; place++) await enter("b", 3);
  });

  it("lets a given number of requests of all keys of an account run at once", async () => {
    const { enterWith } = limitsOf();
    const keyOf = (id: string, accountId = "acc"): KeyRecord => ({
      id,
      accountId,
      models: "all",
      accountLimits: { concurrentRequests: 2 },
    });
    const place = await enterWith(keyOf("a"));
    await enterWith(keyOf("b"));
    await expect(enterWith(keyOf("c"))).rejects.toMatchObject(limitedOf("account"));
    await enterWith(keyOf("d", "other"));
    place.release();
    await enterWith(keyOf("c"));
    await expect(enterWith(keyOf("b"))).rejects.toMatchObject(limitedOf("account"));
  });

  it("does not take a key for an account of the same id", async () => {
    const { enterWith } = limitsOf({ concurrentRequestsPerKey: 1 });
    await enterWith({ id: "a", accountId: "b", models: "all" });
    const accountLimits = { concurrentRequests: 1 };
    const other = enterWith({ id: "c", accountId: "a", models: "all", accountLimits });
    expect(await other).toBeDefined();
  });

  it("admits no more requests than the total limit", async () => {
    const { enter } = limitsOf({ concurrentRequests: 2 });
    const place = await enter("a");
    await enter("b");
    await expect(enter("c")).rejects.toMatchObject({
      kind: "overloaded",
      message: "The server accepts no more requests at the moment.",
      retryAfterSeconds: 1,
    });
    place.release();
    await enter("c");
  });

  it("uses up no place for a refused request", async () => {
    const { enter } = limitsOf({ concurrentRequests: 2, concurrentRequestsPerKey: 1 });
    const place = await enter("a");
    for (let round = 0; round < 5; round++) await expect(enter("a")).rejects.toThrow();
    await enter("b");
    place.release();
    await enter("a");
  });

  it("counts concurrent requests without a gap", async () => {
    const { enter } = limitsOf({ concurrentRequestsPerKey: 100 });
    const entrances = await Promise.allSettled(Array.from({ length: 150 }, () => enter("a")));
    expect(entrances.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
  });

  it("lets one key take all 1,000 places unless it is told otherwise", async () => {
    const { enter } = limitsOf();
    const entrances = await Promise.allSettled(Array.from({ length: 1_001 }, () => enter("a")));
    expect(entrances.filter(({ status }) => status === "fulfilled")).toHaveLength(1_000);
    await expect(enter("b")).rejects.toMatchObject({ kind: "overloaded" });
  });

  it("names itself where it refuses an option", () => {
    expect(() => limitsOf({ concurrentRequests: 0 })).toThrow(
      'createMemoryLimits: "concurrentRequests" must be',
    );
  });
});

describe("the check of limits", () => {
  const check = (limits: unknown) => () => {
    checkOptions("createService", limits, validLimitsPort, "limits");
  };

  it("takes what has a way in, and says otherwise where limits come from", () => {
    expect(check(createMemoryLimits())).not.toThrow();
    expect(check({})).toThrow(
      'createService: "limits" must be limits, such as createLimits({ keys: { requestsPerMinute: 60 } }) of @diglot/limits',
    );
  });
});
