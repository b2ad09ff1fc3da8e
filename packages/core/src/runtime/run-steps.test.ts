import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it } from "vitest";
import { runSteps } from "./run-steps.js";
import type { Steps } from "./steps.js";

const small = new Uint8Array(1_000);
const large = new Uint8Array(1_000_000);
const steps = 5_000;

/** Steps that count in how many turns of the event loop they run. */
function* countTurns(): Steps<number> {
  let turns = 0;
  let isNew = true;
  for (let step = 0; step < steps; step++) {
    if (isNew) {
      turns += 1;
      isNew = false;
      setImmediate(() => {
        isNew = true;
      });
    }
    yield;
  }
  return turns;
}

describe("runSteps", () => {
  it("runs the steps for a small body at once", () => {
    expect(runSteps(countTurns(), small, createFakeClock())).toBe(1);
  });

  it("lets other work run between the steps for a large body, even if the clock stands still", async () => {
    expect(await runSteps(countTurns(), large, createFakeClock())).toBeGreaterThan(2);
  });

  it("begins with a large body in the next turn of the event loop", async () => {
    let hasBegun = false;
    const running = runSteps(
      (function* () {
        hasBegun = true;
      })(),
      large,
      createFakeClock(),
    );
    await Promise.resolve();
    expect(hasBegun).toBe(false);
    await running;
    expect(hasBegun).toBe(true);
  });

  it("passes on what a step throws", async () => {
    const fail = function* (): Steps<never> {
      yield;
      throw new RangeError("too deep");
    };
    for (const bytes of [small, large]) {
      const running = async () => runSteps(fail(), bytes, createFakeClock());
      await expect(running()).rejects.toThrow("too deep");
    }
  });
});
