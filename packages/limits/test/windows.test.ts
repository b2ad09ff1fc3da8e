import type { Admission } from "@diglot/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLimits } from "../src/index.js";
import { admit, request } from "./requests.js";

const minute = 60_000;

describe("a window of a minute", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse("2026-11-21T12:00:00Z") });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const limits = () => createLimits({ onError: (error) => expect(error).toBeUndefined() });
  const tokens = (input: number) => request({ limits: { inputTokensPerMinute: 100 } }, input);
  const leftOf = ({ rates }: Admission) => rates?.inputTokens?.remaining;

  it("begins with its first request and is whole again when it says", async () => {
    const own = limits();
    vi.advanceTimersByTime(12_345);
    const asked = request({ limits: { requestsPerMinute: 1 } });
    const resetAt = (await admit(own, asked)).rates?.requests?.resetAt ?? 0;
    expect(resetAt).toBe(Date.now() + minute);
    vi.advanceTimersByTime(minute - 1_000);
    await expect(admit(own, asked)).rejects.toMatchObject({
      retryAfterSeconds: 1,
      exceeded: { resetAt },
    });
    vi.advanceTimersByTime(1_000);
    expect((await admit(own, asked)).rates?.requests?.resetAt).toBe(resetAt + minute);
  });

  it("gets nothing back that was charged to the one before", async () => {
    const own = limits();
    const { spend } = await admit(own, tokens(90));
    vi.advanceTimersByTime(minute);
    spend?.({ input: 10, output: 0 });
    expect(leftOf(await admit(own, tokens(100)))).toBe(0);
    await expect(admit(own, tokens(1))).rejects.toThrow();
  });

  it("is charged usage that is known only now", async () => {
    const own = limits();
    const { spend } = await admit(own, tokens(10));
    vi.advanceTimersByTime(minute);
    spend?.({ input: 70, output: 0 });
    expect(leftOf(await admit(own, tokens(1)))).toBe(39);
  });

  it("names the one that is full for longest, so that a caller waits once", async () => {
    const own = limits();
    await admit(own, request({ limits: { requestsPerMinute: 1 } }));
    vi.advanceTimersByTime(30_000);
    await admit(own, request({ id: "other", accountLimits: { requestsPerMinute: 1 } }));
    const both = { limits: { requestsPerMinute: 1 }, accountLimits: { requestsPerMinute: 1 } };
    await expect(admit(own, request(both))).rejects.toMatchObject({
      retryAfterSeconds: 60,
      exceeded: { scope: "account" },
    });
  });
});
