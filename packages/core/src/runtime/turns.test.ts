import { describe, expect, it } from "vitest";
import { createTurns, nextTurn, type Turns } from "./turns.js";

/** A clock that goes on by so many milliseconds each time somebody looks at it. */
function tickingClock(step: number) {
  let time = 0;
  return {
    monotonic: () => {
      time += step;
      return time;
    },
  };
}

/** Takes steps without ever waiting; returns in how many turns of the event loop. */
async function work(turns: Turns, steps: number): Promise<number> {
  let pauses = 0;
  for (let step = 0; step < steps; step++) {
    const pause = turns.pass();
    if (!pause) continue;
    pauses += 1;
    await pause;
  }
  return pauses + 1;
}

/** The most steps that so many workers took together in one turn of the event loop. */
async function mostStepsInOneTurn(turns: Turns, workers: number): Promise<number> {
  let [most, steps, over] = [0, 0, false];
  const count = () => {
    most = Math.max(most, steps);
    steps = 0;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  const run = async () => {
    for (let step = 0; step < 1_000; step++) {
      await turns.pass();
      steps += 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, run));
  over = true;
  return most;
}

describe("nextTurn", () => {
  it("comes after all that is due", async () => {
    const order: string[] = [];
    const later = nextTurn().then(() => order.push("next turn"));
    await Promise.resolve().then(() => order.push("promise"));
    process.nextTick(() => order.push("tick"));
    await later;
    expect(order).toEqual(["promise", "tick", "next turn"]);
  });
});

describe("createTurns", () => {
  it("lets short work pass without a pause", async () => {
    expect(await work(createTurns({ monotonic: () => 0 }), 1_000)).toBe(1);
  });

  it("gives way after a slice of time", async () => {
    // Three steps fit into the first turn, and four into each that was waited for.
    expect(await work(createTurns(tickingClock(1)), 300)).toBe(76);
  });

  it("gives way after many steps where the clock stands still", async () => {
    expect(await work(createTurns({ monotonic: () => 0 }), 10_000)).toBe(10);
  });

  it("lets others have every turn between, in which their own work goes on", async () => {
    let others = 0;
    let over = false;
    const count = () => {
      others += 1;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    const turns = await work(createTurns({ monotonic: () => 0 }), 50_000);
    over = true;
    expect(turns).toBeGreaterThan(40);
    expect(others).toBeGreaterThanOrEqual(turns - 2);
  });

  it("shares the time of a turn between all that wait for it", async () => {
    const turns = createTurns(tickingClock(0.1));
    const alone = await mostStepsInOneTurn(turns, 1);
    expect(await mostStepsInOneTurn(turns, 8)).toBeLessThan(2 * alone);
  });

  it("gives turns to all, one after the other", async () => {
    const turns = createTurns({ monotonic: () => 0 });
    const order: string[] = [];
    const run = async (name: string) => {
      for (let step = 0; step < 4 * 1_024; step++) {
        const pause = turns.pass();
        if (pause) await pause.then(() => order.push(name));
      }
    };
    await Promise.all(["a", "b", "c"].map(run));
    expect(order.slice(0, 6)).toEqual(["a", "b", "c", "a", "b", "c"]);
  });
});
