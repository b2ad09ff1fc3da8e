import { checks } from "@diglot/core";
import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { createPace, type ReplayTiming, validTiming } from "./pace.js";

/** A pace in time that the test moves, and whether it has let pass what waits for so many milliseconds. */
function start(timing: ReplayTiming) {
  const clock = createFakeClock();
  clock.advance(500);
  const caller = new AbortController();
  const pace = createPace(timing, { clock, signal: caller.signal });
  const passes = async (milliseconds: number) => {
    let outcome = "waits";
    pace.until(milliseconds).then(
      () => (outcome = "passed"),
      () => (outcome = "failed"),
    );
    await flushPromises();
    return () => outcome;
  };
  return { clock, caller, pace, passes };
}

describe("the pace of a replay", () => {
  it.each([
    ["recorded", 100],
    [2, 200],
    [0.5, 50],
  ] as const)("%s lets pass after %i ms what was recorded after 100", async (timing, after) => {
    const { clock, passes } = start(timing);
    const outcome = await passes(100);
    clock.advance(after - 1);
    await flushPromises();
    expect(outcome()).toBe("waits");
    clock.advance(1);
    await flushPromises();
    expect(outcome()).toBe("passed");
    expect((await passes(100))()).toBe("passed");
    expect(clock.pending).toBe(0);
  });

  it.each(["ignored", 0] as const)("%s waits for nothing", async (timing) => {
    const { clock, passes } = start(timing);
    expect((await passes(100_000))()).toBe("passed");
    expect(clock.pending).toBe(0);
  });

  it.each<[unknown, boolean]>([
    ["ignored", true],
    ["recorded", true],
    [0, true],
    [2.5, true],
    [-1, false],
    ["fast", false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
    ["1", false],
  ])("may be %j: %s", (timing, valid) => {
    expect(checks.fits(validTiming, timing)).toBe(valid);
  });

  it("waits no longer when it is stopped, and leaves no timer", async () => {
    const { clock, pace, passes } = start("recorded");
    const outcome = await passes(100);
    pace.stop();
    await flushPromises();
    expect([outcome(), clock.pending]).toEqual(["passed", 0]);
    expect((await passes(100))()).toBe("passed");
  });

  it("fails when its caller leaves, before or while it waits, and leaves no timer", async () => {
    const { clock, caller, passes } = start("recorded");
    const outcome = await passes(100);
    caller.abort();
    await flushPromises();
    expect([outcome(), clock.pending]).toEqual(["failed", 0]);
    expect((await passes(100))()).toBe("failed");
  });
});
