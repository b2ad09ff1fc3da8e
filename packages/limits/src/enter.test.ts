import { describe, expect, it, vi } from "vitest";
import { keyOf, request } from "../test/requests.js";
import { enter } from "./enter.js";
import { toSettings } from "./options.js";
import type { Places, Windows } from "./store.js";

const resetAt = 90_000;
const names = {
  requests: "{acc}:key:key:requests",
  input: "{acc}:key:key:inputTokens",
  output: "{acc}:key:key:outputTokens",
};
const limits = { requestsPerMinute: 5, inputTokensPerMinute: 100, outputTokensPerMinute: 100 };
const down = new Error("connection refused");

/** A store whose windows have room, and whose places have room, are full or fail. */
function storeOf(places: "free" | "full" | "down" = "free") {
  const leave = vi.fn(async () => undefined);
  const taking = vi.fn();
  const take: Places["take"] = async (quotas) => {
    taking();
    if (places === "down") throw down;
    return places === "full" && quotas[0] ? { full: quotas[0] } : { leave };
  };
  const charge = vi.fn<Windows["charge"]>(async (_name, used) => ({ used, resetAt }));
  const giveBack = vi.fn<Windows["giveBack"]>(async () => undefined);
  const store = { places: { take }, windows: { charge, giveBack } };
  const entering = (inputTokens = 10) =>
    enter(store, request(keyOf({ limits }), inputTokens), toSettings({}));
  return { entering, taking, leave, charge, giveBack };
}

describe("a request", () => {
  it("that finds no place gets back what its windows were charged", async () => {
    const { entering, giveBack } = storeOf("full");
    await expect(entering()).rejects.toMatchObject({ kind: "concurrency_limited" });
    expect(giveBack.mock.calls).toEqual([
      [names.requests, 1, resetAt],
      [names.input, 10, resetAt],
    ]);
  });

  it("whose place cannot be taken gets back what its windows were charged", async () => {
    const { entering, leave, giveBack } = storeOf("down");
    await expect(entering()).rejects.toBe(down);
    expect(giveBack.mock.calls.map(([name]) => name)).toEqual([names.requests, names.input]);
    expect(leave).not.toHaveBeenCalled();
  });

  it("that cannot be charged everywhere gives up its place and gets back the rest", async () => {
    const { entering, charge, leave, giveBack } = storeOf();
    charge.mockImplementation(async (name, used) => {
      if (name === names.input) throw down;
      return { used, resetAt };
    });
    await expect(entering()).rejects.toBe(down);
    expect(giveBack.mock.calls).toEqual([[names.requests, 1, resetAt]]);
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it("that is over a whole limit takes no place and is charged nothing", async () => {
    const { entering, taking, charge } = storeOf();
    await expect(entering(101)).rejects.toMatchObject({
      message: "Request too large: it alone is over the limit of this key of 100 a minute.",
      rates: { inputTokens: { limit: 100, remaining: 100, resetAt } },
    });
    expect(charge.mock.calls).toEqual([[names.input, 0]]);
    expect(taking).not.toHaveBeenCalled();
  });

  it("that asks for as much as a whole limit is let in", async () => {
    const { entering } = storeOf();
    expect((await entering(100)).admission.rates?.inputTokens?.remaining).toBe(0);
  });
});
