import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { createTrailingUsageTimeout } from "./trailing-usage-timeout.js";

const never = () => new Promise<string>(() => undefined);

describe("createTrailingUsageTimeout", () => {
  it("gives what is there at once without a timer", () => {
    const clock = createFakeClock();
    const limit = createTrailingUsageTimeout(clock);
    expect([limit("usage"), limit(undefined), clock.pending]).toEqual(["usage", undefined, 0]);
  });

  it("gives five seconds to all reads together, from the first one that waits", async () => {
    const clock = createFakeClock();
    clock.advance(60_000);
    const limit = createTrailingUsageTimeout(clock);
    clock.advance(60_000);
    let over: unknown = "waiting";
    const first = limit(new Promise<string>((resolve) => clock.after(3_000, () => resolve("a"))));
    clock.advance(3_000);
    expect(await first).toBe("a");
    void Promise.resolve(limit(never())).then((value) => {
      over = value;
    });
    clock.advance(1_999);
    await flushPromises();
    expect(over).toBe("waiting");
    clock.advance(1);
    await flushPromises();
    await flushPromises();
    expect([over, clock.pending]).toEqual([undefined, 0]);
  });

  it("gives no more time once the five seconds are over", async () => {
    const clock = createFakeClock();
    const limit = createTrailingUsageTimeout(clock);
    const first = limit(never());
    clock.advance(9_000);
    expect(await first).toBeUndefined();
    const second = limit(never());
    clock.advance(0);
    expect(await second).toBeUndefined();
  });
});
