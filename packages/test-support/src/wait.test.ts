import { describe, expect, it } from "vitest";
import { deferred, inTime, until, untilStill } from "./wait.js";

describe("until", () => {
  it("returns the first value that is neither undefined nor false", async () => {
    const values = [undefined, false, 0, 1];
    expect(await until(() => values.shift())).toBe(0);
    expect(values).toEqual([1]);
  });

  it("says what it waited for in vain", async () => {
    const isThere = () => false;
    await expect(until(isThere, 1)).rejects.toThrow(`Waited 1 ms in vain for ${isThere}`);
  });
});

describe("untilStill", () => {
  it("returns a counter that has begun and does not move any more", async () => {
    let asked = 0;
    expect(await untilStill(() => Math.min(Math.max(0, asked++ - 10), 30))).toBe(30);
  });
});

describe("inTime", () => {
  it("passes on what is in time, and refuses what is not", async () => {
    expect(await inTime(Promise.resolve("in time"))).toBe("in time");
    await expect(inTime(deferred().promise, 1)).rejects.toThrow("It took longer than 1 ms.");
  });
});
