import { describe, expect, it } from "vitest";
import { deferred, until, within } from "./wait.js";

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

describe("within", () => {
  it("passes on what is in time, and refuses what is not", async () => {
    expect(await within(30_000, Promise.resolve("in time"))).toBe("in time");
    await expect(within(1, deferred().promise)).rejects.toThrow("It took longer than 1 ms.");
  });
});
