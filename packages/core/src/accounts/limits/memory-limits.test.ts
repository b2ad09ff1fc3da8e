import { describe, expect, it } from "vitest";
import type { KeyRecord } from "../keys/keys.js";
import { createMemoryLimits, type MemoryLimitsOptions } from "./memory-limits.js";

function limitsOf(options: MemoryLimitsOptions = {}) {
  const limits = createMemoryLimits(options);
  const admitKey = (key: KeyRecord) =>
    limits.admit({
      key,
      requestId: "r",
      model: "m",
      inputTokens: 1,
      signal: new AbortController().signal,
    });
  const admit = (id: string, concurrentRequests?: number) =>
    admitKey({ id, accountId: id, models: "all", limits: { concurrentRequests } });
  return { admit, admitKey };
}

const limitedOf = (whose: string) => ({
  kind: "concurrency_limited",
  message: `Too many requests of this ${whose} are running.`,
  retryAfterSeconds: 1,
});
const limited = limitedOf("key");

describe("createMemoryLimits", () => {
  it("lets a given number of requests of one key run at once, and those of other keys beside them", async () => {
    const { admit } = limitsOf({ concurrentRequestsPerKey: 2 });
    const place = await admit("a");
    await admit("a");
    await expect(admit("a")).rejects.toMatchObject(limited);
    await admit("b");
    place.release();
    await admit("a");
    await expect(admit("a")).rejects.toMatchObject(limited);
  });

  it("refuses keys with a rate limit, because it counts no rates", async () => {
    const { admitKey } = limitsOf();
    const key: KeyRecord = { id: "k", accountId: "a", models: "all" };
    await expect(admitKey({ ...key, limits: { requestsPerMinute: 5 } })).rejects.toThrow(
      /k is limited by requestsPerMinute/,
    );
    await expect(admitKey({ ...key, accountLimits: { outputTokensPerMinute: 5 } })).rejects.toThrow(
      TypeError,
    );
    await admitKey(key);
  });

  it("lets the record of a key override the limit", async () => {
    const { admit } = limitsOf({ concurrentRequestsPerKey: 2 });
    await admit("a", 1);
    await expect(admit("a", 1)).rejects.toMatchObject(limited);
    for (let place = 0; place < 3; place++) await admit("b", 3);
  });

  it("lets a given number of requests of all keys of an account run at once", async () => {
    const { admitKey } = limitsOf();
    const keyOf = (id: string, accountId = "acc"): KeyRecord => ({
      id,
      accountId,
      models: "all",
      accountLimits: { concurrentRequests: 2 },
    });
    const place = await admitKey(keyOf("a"));
    await admitKey(keyOf("b"));
    await expect(admitKey(keyOf("c"))).rejects.toMatchObject(limitedOf("account"));
    await admitKey(keyOf("d", "other"));
    place.release();
    await admitKey(keyOf("c"));
    await expect(admitKey(keyOf("b"))).rejects.toMatchObject(limitedOf("account"));
  });

  it("does not take a key for an account of the same id", async () => {
    const { admitKey } = limitsOf({ concurrentRequestsPerKey: 1 });
    await admitKey({ id: "a", accountId: "b", models: "all" });
    const accountLimits = { concurrentRequests: 1 };
    const other = admitKey({ id: "c", accountId: "a", models: "all", accountLimits });
    await expect(other).resolves.toBeDefined();
  });

  it("admits no more requests than the total limit", async () => {
    const { admit } = limitsOf({ concurrentRequests: 2 });
    const place = await admit("a");
    await admit("b");
    await expect(admit("c")).rejects.toMatchObject({
      kind: "overloaded",
      message: "The server accepts no more requests at the moment.",
      retryAfterSeconds: 1,
    });
    place.release();
    await admit("c");
  });

  it("uses up no place for a refused request", async () => {
    const { admit } = limitsOf({ concurrentRequests: 2, concurrentRequestsPerKey: 1 });
    const place = await admit("a");
    for (let round = 0; round < 5; round++) await expect(admit("a")).rejects.toThrow();
    await admit("b");
    place.release();
    await admit("a");
  });

  it("counts concurrent requests without a gap", async () => {
    const { admit } = limitsOf();
    const admissions = await Promise.allSettled(Array.from({ length: 150 }, () => admit("a")));
    expect(admissions.filter(({ status }) => status === "fulfilled")).toHaveLength(100);
  });
});
