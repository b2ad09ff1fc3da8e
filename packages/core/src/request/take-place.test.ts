import { createFakeClock } from "@diglot/test-support/clock";
import { deferred, flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import type { Entrance, Limits } from "../accounts/limits/limits.js";
import type { Routed } from "./call.js";
import { takePlace } from "./take-place.js";

/** Takes a place at limits whose entrance a test controls. */
function take(enter: Limits["enter"]) {
  const clock = createFakeClock();
  const events = { reportStoreFailure: vi.fn(), waitFor: async (_: string, work: unknown) => work };
  const settings = { limits: { enter }, clock, ledgerTimes: { reserve: 100 } };
  const { signal } = new AbortController();
  const routed = { settings, events, requestId: "req", exchange: { signal } } as unknown as Routed;
  const key = { id: "k", accountId: "a", models: "all" } as const;
  const place = (async () => takePlace(routed, key))();
  return { clock, events, place, key, signal };
}

const entranceOf = (release = vi.fn()): Entrance => ({ admit: async () => ({}), release });

describe("takePlace", () => {
  it("asks for a place for the key, and gives it back once it is left", async () => {
    const release = vi.fn();
    const enter = vi.fn(async () => entranceOf(release));
    const { place, key, signal } = take(enter);
    const taken = await place;
    expect(enter).toHaveBeenCalledExactlyOnceWith({ key, requestId: "req", signal });
    expect(release).not.toHaveBeenCalled();
    taken.leave();
    expect(release).toHaveBeenCalledTimes(1);
  });

  it("gives back a place that comes too late, and refuses the request meanwhile", async () => {
    const release = vi.fn();
    const late = deferred<Entrance>();
    const { clock, place } = take(() => late.promise);
    const refused = expect(place).rejects.toMatchObject({
      kind: "store_unavailable",
      cause: { message: "The limits did not answer within 100 ms." },
    });
    clock.advance(100);
    await refused;
    expect(release).not.toHaveBeenCalled();
    late.resolve(entranceOf(release));
    await flushPromises();
    expect(release).toHaveBeenCalledTimes(1);
  });

  it("reports a place that cannot be given back, without failing", async () => {
    const error = new Error("connection refused");
    const { place, events } = take(() => {
      const release = () => {
        throw error;
      };
      return entranceOf(vi.fn(release)) as never;
    });
    (await place).leave();
    expect(events.reportStoreFailure).toHaveBeenCalledExactlyOnceWith("release", error, undefined);
  });

  it("gives nothing back where no place was taken", async () => {
    const error = new Error("connection refused");
    for (const enter of [
      () => Promise.reject(error),
      () => {
        throw error;
      },
    ]) {
      const { place, events } = take(enter as Limits["enter"]);
      await expect(place).rejects.toMatchObject({ kind: "store_unavailable", cause: error });
      await flushPromises();
      expect(events.reportStoreFailure).not.toHaveBeenCalled();
    }
  });
});
