import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { createGuesses } from "./guesses.js";

/** Guesses in time that the test moves. */
function open() {
  const clock = createFakeClock();
  const guesses = createGuesses(clock);
  const { signal } = new AbortController();

  /** How many milliseconds an answer waits; all the time that is needed passes. */
  async function pauseOf(isRight: boolean): Promise<number> {
    const begun = clock.monotonic();
    let isDone = false;
    const done = guesses.pause(isRight, signal).then(() => {
      isDone = true;
    });
    await flushPromises();
    while (!isDone) {
      clock.advance(50);
      await flushPromises();
    }
    await done;
    return clock.monotonic() - begun;
  }

  async function guess(count: number): Promise<readonly number[]> {
    const pauses: number[] = [];
    for (let index = 0; index < count; index += 1) pauses.push(await pauseOf(false));
    return pauses;
  }

  return { clock, guesses, pauseOf, guess };
}

describe("wrong credentials", () => {
  it("wait longer with each one, but never more than a second", async () => {
    const { guess } = open();
    expect(await guess(10)).toEqual([0, 0, 100, 200, 400, 800, 1_000, 1_000, 1_000, 1_000]);
  });

  it("are forgotten, one every ten seconds", async () => {
    const { guess, clock } = open();
    await guess(12);
    clock.advance(40_000);
    expect(await guess(1)).toEqual([200]);
    clock.advance(80_000);
    expect(await guess(3)).toEqual([0, 0, 100]);
  });

  it("hold no more than a thousand waiting requests", async () => {
    const { guesses, guess, clock } = open();
    await guess(7);
    const { signal } = new AbortController();
    const all = Array.from({ length: 1_500 }, () => guesses.pause(false, signal));
    expect(clock.pending).toBe(1_000);
    clock.advance(1_000);
    await Promise.all(all);
    expect(clock.pending).toBe(0);
    expect(await guess(1)).toEqual([1_000]);
  });

  it("wait no longer than their caller", async () => {
    const { guesses, guess, clock } = open();
    await guess(7);
    const caller = new AbortController();
    const pause = guesses.pause(false, caller.signal);
    caller.abort(new Error("gone"));
    await expect(pause).rejects.toThrow("gone");
    expect(clock.pending).toBe(0);
  });
});

describe("a right credential", () => {
  it("does not wait where nobody guesses", async () => {
    const { pauseOf, guess } = open();
    expect(await pauseOf(true)).toBe(0);
    await guess(2);
    expect(await pauseOf(true)).toBe(0);
  });

  it("waits as long as a wrong one, at most a second, however many are guessed", async () => {
    const { pauseOf, guess, guesses, clock } = open();
    await guess(20);
    expect(await pauseOf(true)).toBe(1_000);
    const { signal } = new AbortController();
    const flood = Array.from({ length: 5_000 }, () => guesses.pause(false, signal));
    expect(await pauseOf(true)).toBe(1_000);
    await Promise.all(flood);
    clock.advance(50_000);
    expect(await pauseOf(true)).toBe(0);
  });

  it("does not make guesses cheaper", async () => {
    const { pauseOf, guess } = open();
    await guess(6);
    await pauseOf(true);
    expect(await guess(1)).toEqual([1_000]);
  });
});
