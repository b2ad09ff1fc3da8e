import { expect, it } from "vitest";
import { createManualClock } from "./manual-clock.js";

it("stands until the test moves it", () => {
  const clock = createManualClock();
  expect([new Date(clock.now()).toISOString(), clock.monotonic()]).toEqual([
    "2026-01-01T00:00:00.000Z",
    0,
  ]);
  clock.advance(1_500);
  expect([clock.now() - Date.UTC(2026, 0, 1), clock.monotonic()]).toEqual([1_500, 1_500]);
});

it("calls back what becomes due, in its order and at its time", () => {
  const clock = createManualClock(0);
  const calls: string[] = [];
  const note = (name: string) => () => calls.push(`${name} at ${clock.now()}`);
  clock.after(30, note("late"));
  clock.after(10, () => {
    note("early")();
    clock.after(5, note("nested"));
  });
  const cancel = clock.after(20, note("cancelled"));
  cancel();
  clock.advance(29);
  expect(calls).toEqual(["early at 10", "nested at 15"]);
  clock.advance(1);
  expect(calls).toEqual(["early at 10", "nested at 15", "late at 30"]);
  clock.advance(1_000);
  expect(calls).toHaveLength(3);
});

it("calls back what becomes due at the same time in the order in which it was asked for", () => {
  const clock = createManualClock(0);
  const calls: string[] = [];
  clock.after(10, () => calls.push("first"));
  clock.after(10, () => calls.push("second"));
  clock.advance(10);
  expect(calls).toEqual(["first", "second"]);
});

it("never goes back, also for what was due before it was asked for", () => {
  const clock = createManualClock(0);
  clock.advance(100);
  let called: number | undefined;
  clock.after(-50, () => {
    called = clock.now();
  });
  clock.advance(0);
  expect([called, clock.now()]).toEqual([100, 100]);
});
