import { describe, expect, it } from "vitest";
import { type LimitsOptions, toSettings } from "./options.js";

describe("toSettings", () => {
  it("limits no key by default, and the process to 1,000 requests at once", () => {
    expect(toSettings({})).toMatchObject({ keys: {}, accounts: {}, concurrentRequests: 1_000 });
    expect(toSettings({ keys: { requestsPerMinute: 5 } }).keys).toEqual({ requestsPerMinute: 5 });
  });

  it("begins the names in Redis with those of Diglot by default", () => {
    expect(toSettings({}).prefix).toBe("diglot");
  });

  it.each([
    [{ concurrentRequests: 0 }, "concurrentRequests"],
    [{ lease: 1.5 }, "lease"],
    [{ timeout: -1 }, "timeout"],
    [{ keys: { requestsPerMinute: 0 } }, "requestsPerMinute"],
    [{ accounts: { inputTokensPerMinute: -1 } }, "inputTokensPerMinute"],
    [{ whenDown: "allow" }, "whenDown"],
    [{ redis: "redis://localhost" }, "redis"],
    [{ redis: null }, '"redis" must be a client of ioredis or node-redis'],
  ])("refuses %j and names the option to fix", (options, name) => {
    expect(() => toSettings(options as LimitsOptions)).toThrow(TypeError);
    expect(() => toSettings(options as LimitsOptions)).toThrow(name);
    expect(() => toSettings(options as LimitsOptions)).toThrow(/^createLimits: /);
  });

  it.each(["refuse", "memory"] as const)(
    "takes %s for the time while Redis is down",
    (whenDown) => {
      expect(toSettings({ whenDown }).whenDown).toBe(whenDown);
      expect(toSettings({}).whenDown).toBe("refuse");
    },
  );
});
