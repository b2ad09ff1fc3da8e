import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it } from "vitest";
import { pace } from "./pace.js";

describe("pace", () => {
  it("sets no timer without a delay", async () => {
    const clock = createFakeClock();
    const pieces = pace(["a", "b"], { clock, signal: new AbortController().signal }, 0);
    const yielded: unknown[] = [];
    for await (const piece of pieces) yielded.push(piece);
    expect(yielded).toEqual(["a", "b"]);
    expect(clock.pending).toBe(0);
  });

  it("waits after each word by the clock it is given", async () => {
    const clock = createFakeClock();
    const pieces = pace(["a", "b"], { clock, signal: new AbortController().signal }, 30);
    await pieces.next();
    const second = pieces.next();
    await Promise.resolve();
    clock.advance(29);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    expect((await second).value).toBe("b");
    expect(clock.pending).toBe(0);
  });

  it("ends while it waits when the request is aborted, and leaves no timer or listener", async () => {
    const clock = createFakeClock();
    const controller = new AbortController();
    const pieces = pace(["a", "b"], { clock, signal: controller.signal }, 30);
    await pieces.next();
    const second = pieces.next();
    controller.abort();
    expect((await second).done).toBe(true);
    expect(clock.pending).toBe(0);
  });
});
