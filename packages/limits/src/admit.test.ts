import { describe, expect, it, vi } from "vitest";
import { keyOf, request } from "../test/requests.js";
import { admit } from "./admit.js";
import { toSettings } from "./options.js";
import type { Windows } from "./store.js";

const resetAt = 90_000;
const names = {
  requests: "{acc}:key:key:requests",
  input: "{acc}:key:key:inputTokens",
  output: "{acc}:key:key:outputTokens",
};
const limits = { requestsPerMinute: 5, inputTokensPerMinute: 100, outputTokensPerMinute: 100 };
const down = new Error("connection refused");

/** Windows that have held so much before, by their names. */
function windowsWith(before: Readonly<Record<string, number>> = {}) {
  const charge = vi.fn<Windows["charge"]>(async (name, amount) => ({
    used: (before[name] ?? 0) + amount,
    resetAt,
  }));
  const giveBack = vi.fn<Windows["giveBack"]>(async () => undefined);
  const charging = (inputTokens = 10) =>
    admit({ charge, giveBack }, keyOf({ limits }), request({}, inputTokens), toSettings({}));
  return { charging, charge, giveBack };
}

describe("a request", () => {
  it("that one window has no room for gets back what all were charged", async () => {
    const { charging, giveBack } = windowsWith({ [names.input]: 95 });
    await expect(charging()).rejects.toMatchObject({ kind: "rate_limited" });
    expect(giveBack.mock.calls).toEqual([
      [names.requests, 1, resetAt],
      [names.input, 10, resetAt],
    ]);
  });

  it("that cannot be charged everywhere gets back the rest", async () => {
    const { charging, charge, giveBack } = windowsWith();
    charge.mockImplementation(async (name, used) => {
      if (name === names.input) throw down;
      return { used, resetAt };
    });
    await expect(charging()).rejects.toBe(down);
    expect(giveBack.mock.calls).toEqual([[names.requests, 1, resetAt]]);
  });

  it("that is over a whole limit is charged nothing", async () => {
    const { charging, charge } = windowsWith();
    await expect(charging(101)).rejects.toMatchObject({
      message: "Request too large: it alone is over the limit of this key of 100 a minute.",
      rates: { inputTokens: { limit: 100, remaining: 100, resetAt } },
    });
    expect(charge.mock.calls).toEqual([[names.input, 0]]);
  });

  it("that asks for as much as a whole limit is admitted", async () => {
    const { charging } = windowsWith();
    expect((await charging(100)).admission.rates?.inputTokens?.remaining).toBe(0);
  });
});
