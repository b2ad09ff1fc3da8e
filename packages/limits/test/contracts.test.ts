import { itKeeps } from "@diglot/test-support/contracts";
import { needsRedis } from "@diglot/test-support/parts/redis";
import { limitsContract } from "@diglot/testing/contracts";
import { afterAll, beforeAll, describe, vi } from "vitest";
import { createLimits } from "../src/index.js";
import { type ClientName, openRedis } from "./backends.js";

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
  itKeeps(limitsContract(() => ({ store: createLimits(), clock })));
});

const names: readonly ClientName[] = ["ioredis", "node-redis"];

describe.each(names)("limits in Redis by %s", needsRedis, (client) => {
  const contract = limitsContract(async () => {
    const { instance, close } = openRedis(client);
    return { store: await instance(), another: instance, close };
  });
  itKeeps(contract);
});
