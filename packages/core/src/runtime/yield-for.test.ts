import { describe, expect, it } from "vitest";
import { nextTurn } from "./turns.js";
import { yieldFor } from "./yield-for.js";

const large = new Uint8Array(300_000);

/** The turn of the event loop in which each of several waits ends. */
async function turnsOf(waits: readonly (Promise<void> | undefined)[]): Promise<readonly number[]> {
  let turn = 0;
  const ended: number[] = [];
  for (const wait of waits) void wait?.then(() => ended.push(turn));
  while (ended.length < waits.length) {
    turn += 1;
    await nextTurn();
  }
  return ended;
}

describe("yieldFor", () => {
  it("waits for nothing before a pass over a small body", () => {
    expect(yieldFor(new Uint8Array(1_000))).toBeUndefined();
  });

  it("gives each pass over a large body a turn of its own", async () => {
    const waits = Array.from({ length: 8 }, () => yieldFor(large));
    expect(new Set(await turnsOf(waits)).size).toBe(8);
  });

  it("lets the next pass begin in the next turn when the others have had theirs", async () => {
    await turnsOf([yieldFor(large), yieldFor(large)]);
    expect(await turnsOf([yieldFor(large)])).toHaveLength(1);
    expect(await turnsOf([yieldFor(large)])).toEqual([1]);
  });
});
