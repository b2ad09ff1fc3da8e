import { expect, it } from "vitest";
import { clockOf, forEachNumber, openBoth, toCases } from "./contract.js";

it("a subject is closed at the end of its case, kept or not, and the case says what was wrong", async () => {
  const closed: string[] = [];
  const create = () => ({ close: async () => void closed.push("closed") });
  const [kept, broken] = toCases(create, {
    "keeps its promise": async () => undefined,
    "breaks its promise": () => Promise.reject(new Error("It is broken.")),
  });
  await kept?.run();
  expect(closed).toHaveLength(1);
  await expect(broken?.run()).rejects.toThrow("It is broken.");
  expect(closed).toHaveLength(2);
});

it("two handles are another one where there is one, and else the same twice", async () => {
  expect(await openBoth({ store: "one", another: async () => "other" })).toEqual(["one", "other"]);
  expect(await openBoth({ store: "one" })).toEqual(["one", "one"]);
});

it("time is that of the clock that was injected, and else the real one", async () => {
  const clock = { now: () => 5, advance: () => undefined };
  expect(clockOf({ clock })).toBe(clock);
  const before = Date.now();
  const real = clockOf({});
  await real.advance(2);
  expect(real.now()).toBeGreaterThan(before);
});

it("work is done once for each number from 0 on, so many at once, and for none where there is none", async () => {
  const done: number[] = [];
  let running = 0;
  let most = 0;
  await forEachNumber(7, 3, async (number) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    done.push(number);
    running -= 1;
  });
  expect(done.sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(most).toBe(3);
  await forEachNumber(0, 3, (number) => done.push(number));
  expect(done).toHaveLength(7);
});
