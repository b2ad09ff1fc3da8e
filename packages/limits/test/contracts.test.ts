import { limitsContract } from "@diglot/testing/contracts";
import { afterAll, beforeAll, describe, it, vi } from "vitest";
import { createLimits } from "../src/index.js";
import { type ClientName, needsRedis, openRedis, redisAnswers } from "./backends.js";

describe("limits in memory", () => {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  const clock = {
    now: () => Date.now(),
    advance: (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds),
  };
  for (const { name, run } of limitsContract(() => ({ store: createLimits(), clock }))) {
    it(name, run);
  }
});

const names: readonly ClientName[] = ["ioredis", "node-redis"];

describe.skipIf(!redisAnswers).each(names)(`limits in Redis by %s (${needsRedis})`, (client) => {
  const contract = limitsContract(async () => {
    const { instance, close } = openRedis(client);
    return { store: await instance(), another: instance, close };
  });
  for (const { name, run } of contract) it(name, run);
});
