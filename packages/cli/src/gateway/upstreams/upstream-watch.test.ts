import type { AttemptEnded, ReporterEvent } from "@diglot/core";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Finding } from "./check-upstream.js";
import { UpstreamWatch } from "./upstream-watch.js";

const upstream = {
  name: "far",
  baseUrl: "http://far/v1",
  config: { baseUrl: "http://far/v1" },
  models: [{ id: "main", name: "main-1" }],
};
const ready: Finding = { state: "ready", unlistedModels: [] };
const refused: Finding = { state: "key_refused", unlistedModels: [], problem: "The key is wrong." };

/** A watch of an upstream that has these findings one after the other, the last one for good. */
function watch(findings: readonly (Finding | undefined)[], found?: Finding) {
  vi.useFakeTimers({ now: 1_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  const reported: ReporterEvent[] = [];
  const watched = new UpstreamWatch(upstream, found, async () => {
    asked += 1;
    return findings[Math.min(asked, findings.length) - 1];
  });
  onTestFinished(() => watched.close());
  const begin = () => watched.begin((event) => void reported.push(event));
  const states = () => reported.map((event) => event.type === "upstream_checked" && event.state);
  return { watched, begin, states, reported, asked: () => asked };
}

/** An attempt at a model that has ended now. */
function attempt(change: object, model = "main"): AttemptEnded {
  const ended = { model, end: "completed", ...change };
  return { type: "attempt_ended", at: Date.now(), attempt: ended } as unknown as AttemptEnded;
}

const failed = { end: "upstream_error", failure: { fault: "upstream", kind: "overloaded" } };

describe("an upstream", () => {
  it("is asked once at the start, and what is found is reported", async () => {
    const { watched, begin, reported, asked } = watch([ready]);
    begin();
    await flushPromises();
    expect(asked()).toBe(1);
    expect(reported).toEqual([
      { type: "upstream_checked", at: 1_000_000, name: "far", upstream: "http://far/v1", ...ready },
    ]);
    expect(watched.status.checked).toEqual(reported[0]);
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(asked()).toBe(1);
  });

  it("is not asked at the start if that has found out enough already", async () => {
    const { begin, states, asked } = watch([], ready);
    begin();
    await flushPromises();
    expect([asked(), states()]).toEqual([0, ["ready"]]);
  });

  it("is asked again while it cannot be used, at growing times, and reported when that changes", async () => {
    const { begin, states, asked } = watch([refused, refused, refused, ready]);
    begin();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked()).toBe(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked(), states()]).toEqual([3, ["key_refused"]]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect([asked(), states()]).toEqual([4, ["key_refused", "ready"]]);
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(asked()).toBe(4);
  });

  it("is never asked less often than every ten minutes while it cannot be used", async () => {
    const { begin, asked } = watch([refused]);
    begin();
    await vi.advanceTimersByTimeAsync(86_400_000);
    const before = asked();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked()).toBe(before + 1);
  });

  it("is asked again when a request fails, but not more than every half minute", async () => {
    const { watched, begin, states, asked } = watch([ready, refused]);
    begin();
    await vi.advanceTimersByTimeAsync(29_999);
    watched.take(attempt(failed));
    await flushPromises();
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    watched.take(attempt(failed));
    await flushPromises();
    expect([asked(), states()]).toEqual([2, ["ready", "key_refused"]]);
  });

  it("is asked again when a request succeeds although it could not be used", async () => {
    const { watched, begin, states } = watch([refused, refused, ready]);
    begin();
    await vi.advanceTimersByTimeAsync(70_000);
    watched.take(attempt({}));
    await flushPromises();
    expect(states()).toEqual(["key_refused", "ready"]);
  });

  it("is not asked again for what a request meets that its caller has caused, or at another model", async () => {
    const { watched, begin, asked } = watch([ready]);
    begin();
    await vi.advanceTimersByTimeAsync(60_000);
    watched.take(attempt({ end: "refused", failure: { fault: "caller", kind: "bad_request" } }));
    watched.take(attempt(failed, "other"));
    await flushPromises();
    expect(asked()).toBe(1);
    expect(watched.status.history.size).toBe(0);
  });

  it("has for each model when it answered last, and what it failed with last", async () => {
    const { watched, begin } = watch([ready]);
    begin();
    watched.take(attempt({}));
    await vi.advanceTimersByTimeAsync(1_000);
    const failure = { fault: "configuration", kind: "upstream_auth", upstreamStatus: 401 };
    watched.take(attempt({ ...failed, failure }));
    expect(watched.status.history.get("main")).toEqual({
      lastSuccessAt: 1_000_000,
      lastError: { at: 1_001_000, kind: "upstream_auth", status: 401 },
    });
  });

  it("that cannot be asked, or is closed meanwhile, says nothing", async () => {
    const unknown = watch([undefined]);
    unknown.begin();
    await flushPromises();
    expect([unknown.states(), unknown.watched.status.checked]).toEqual([[], undefined]);
    const closed = watch([refused]);
    closed.begin();
    closed.watched.close();
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect([closed.asked(), closed.states()]).toEqual([1, []]);
  });

  it("is asked once for several who want to know it at the same time", async () => {
    const { watched, asked } = watch([ready]);
    await Promise.all([watched.check(), watched.check()]);
    expect(asked()).toBe(1);
  });
});
