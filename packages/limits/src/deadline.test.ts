import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withDeadline } from "./deadline.js";

describe("withDeadline", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const after = (milliseconds: number) =>
    new Promise<number>((resolve) => setTimeout(() => resolve(milliseconds), milliseconds));

  it("passes on what comes in time, and leaves no timer behind", async () => {
    const undo = vi.fn();
    const result = withDeadline(100, after(99), undo);
    await vi.advanceTimersByTimeAsync(99);
    expect(await result).toBe(99);
    expect(vi.getTimerCount()).toBe(0);
    await expect(withDeadline(100, Promise.reject(new Error("no")), undo)).rejects.toThrow("no");
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(undo).not.toHaveBeenCalled();
  });

  it("fails when the time is over, and undoes what comes later", async () => {
    const undo = vi.fn();
    const result = withDeadline(100, after(150), undo).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(100);
    expect(await result).toMatchObject({ message: "Redis has not answered within 100 ms." });
    expect(undo).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(50);
    expect(undo.mock.calls).toEqual([[150]]);
  });
});
