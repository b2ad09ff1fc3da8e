import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renewScript } from "./place-scripts.js";
import type { ScriptParts } from "./redis-client.js";
import { createRedisPlaces } from "./redis-places.js";
import type { Places } from "./store.js";

const lease = 3_000;

/** Places whose scripts find room everywhere. */
function placesOf() {
  const evaluate = vi.fn(async (_script: string, _parts: ScriptParts) => 0);
  const scripts = { eval: evaluate };
  const places = createRedisPlaces({ scripts, prefix: "p", lease, onError: vi.fn() });
  /** The names of the sets that were renewed since the last call. */
  const renewed = () => {
    const calls = evaluate.mock.calls.filter(([script]) => script === renewScript);
    evaluate.mockClear();
    return calls.flatMap(([, { keys }]) => keys);
  };
  return { places, evaluate, renewed };
}

async function take({ take }: Places, name: string): Promise<() => Promise<void>> {
  const taken = await take([{ name, most: 1 }]);
  if (taken.full) throw new Error("There is room.");
  return taken.leave;
}

describe("places in Redis", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("are renewed three times in a lease until they are left", async () => {
    const { places, renewed } = placesOf();
    const leaveOne = await take(places, "one");
    const leaveOther = await take(places, "other");
    vi.advanceTimersByTime(lease / 3);
    expect(renewed()).toEqual(["p:one", "p:other"]);
    await leaveOne();
    vi.advanceTimersByTime(lease / 3);
    expect(renewed()).toEqual(["p:other"]);
    await leaveOther();
    expect(vi.getTimerCount()).toBe(0);
    await take(places, "again");
    vi.advanceTimersByTime(lease / 3);
    expect(renewed()).toEqual(["p:again"]);
  });

  it("cost nothing for a request without limits", async () => {
    const { places, evaluate } = placesOf();
    const taken = await places.take([]);
    if (!taken.full) await taken.leave();
    expect(evaluate).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("do not keep the process alive, where timers can do without", async () => {
    const unref = vi.fn();
    const interval = vi.spyOn(globalThis, "setInterval");
    interval.mockReturnValue({ unref } as unknown as NodeJS.Timeout);
    await take(placesOf().places, "n");
    expect(unref).toHaveBeenCalledTimes(1);
    for (const timer of [7, null, {}, { unref: true }]) {
      interval.mockReturnValue(timer as unknown as NodeJS.Timeout);
      await take(placesOf().places, "n");
    }
    interval.mockRestore();
  });
});
