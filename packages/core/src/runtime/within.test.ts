import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it } from "vitest";
import { inTime, within } from "./within.js";

const never = new Promise<string>(() => undefined);

describe("within", () => {
  it("gives the result, and leaves no timer behind", async () => {
    const clock = createFakeClock();
    expect(await within(clock, 10, Promise.resolve("result"))).toBe("result");
    expect(clock.pending).toBe(0);
  });

  it("gives nothing once the time is over", async () => {
    const clock = createFakeClock();
    const result = within(clock, 10, never);
    clock.advance(10);
    expect(await result).toBeUndefined();
  });

  it("K01 takes a result that is there already when a late event loop fires the timer first", async () => {
    const clock = createFakeClock();
    const work = new Promise((resolve) => setImmediate(() => resolve("result")));
    const result = within(clock, 10, work);
    clock.advance(5_000);
    expect(await result).toBe("result");
  });
});

describe("inTime", () => {
  it("gives an answer that is there at once without a promise, and sets no timer", () => {
    const clock = createFakeClock();
    expect(inTime(clock, 10, () => "here")).toBe("here");
    expect(clock.pending).toBe(0);
  });

  it("rejects for a store that does not answer, and throws what it throws", async () => {
    const clock = createFakeClock();
    const late = inTime(clock, 10, () => never, "limits");
    const message = "The limits did not answer within 10 ms.";
    const refused = expect(late).rejects.toThrow(message);
    clock.advance(10);
    await refused;
    const ask = () =>
      inTime(clock, 10, () => {
        throw new Error("down");
      });
    expect(ask).toThrow("down");
  });
});
