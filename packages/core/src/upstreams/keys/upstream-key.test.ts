import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../errors/service-error.js";
import { UpstreamKey } from "./upstream-key.js";

const refusal = (upstreamStatus: number, mayHaveRun = false) =>
  new ServiceError({ kind: "rate_limited", message: "No.", upstreamStatus, mayHaveRun });

/** A key with a clock. `refuse` has the upstream refuse it, and returns the time of its rest. */
function newKey() {
  const clock = createFakeClock();
  const key = new UpstreamKey("sk-canary", 1);
  const refuse = (status: number, headers: Record<string, string> = {}) =>
    key.noteFailure(refusal(status), new Headers(headers), clock);
  return { clock, key, refuse };
}

describe("a key of an upstream", () => {
  it("has the name of its place, and nothing of itself", () => {
    const { key } = newKey();
    expect(key.label).toBe("keys[1]");
    expect(JSON.stringify(key)).not.toContain("canary");
  });

  it.each([
    [429, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]],
    [401, [60_000, 120_000, 240_000, 480_000, 960_000, 1_920_000, 3_600_000, 3_600_000]],
    [402, [60_000, 120_000, 240_000]],
  ])("rests after %i for a time that doubles up to a limit", (status, expected) => {
    const { clock, key, refuse } = newKey();
    const rests = expected.map(() => {
      const rest = refuse(status);
      expect(key.isResting(clock.monotonic())).toBe(true);
      clock.advance(rest ?? 0);
      expect(key.isResting(clock.monotonic())).toBe(false);
      return rest;
    });
    expect(rests).toEqual(expected);
  });

  it("rests for as long as the upstream says", () => {
    const { key, refuse } = newKey();
    expect(refuse(429, { "retry-after": "90" })).toBe(90_000);
    expect(key.rest).toMatchObject({ until: 90_000, isStated: true });
  });

  it("begins with a short rest again once it has served", () => {
    const { clock, key, refuse } = newKey();
    for (const _ of [1, 2, 3]) clock.advance(refuse(429) ?? 0);
    key.noteReply(clock.monotonic());
    expect(key.rest).toBeUndefined();
    expect(refuse(429)).toBe(1_000);
  });

  it("counts refusals at once as one", () => {
    const { clock, refuse } = newKey();
    expect(refuse(429)).toBe(1_000);
    clock.advance(400);
    expect(refuse(429)).toBe(600);
    clock.advance(600);
    expect(refuse(429)).toBe(2_000);
  });

  it("keeps a rest that began after the request of a reply", () => {
    const { clock, key, refuse } = newKey();
    const sentAt = clock.monotonic();
    clock.advance(10);
    refuse(429);
    key.noteReply(sentAt);
    expect(key.isResting(clock.monotonic())).toBe(true);
  });

  it.each([400, 403, 404, 500, 503, 529])("does not rest after %i", (status) => {
    const { key, refuse } = newKey();
    expect(refuse(status, { "retry-after": "9" })).toBeUndefined();
    expect(key.rest).toBeUndefined();
  });

  it("keeps why it rests, without the answer to the request that it was refused for", () => {
    const { clock, key } = newKey();
    const answer = { format: "messages", status: 429, headers: [], body: new Uint8Array([1]) };
    key.noteFailure(ServiceError.with(refusal(429), { answer }), new Headers(), clock);
    expect(key.rest?.failure.upstreamStatus).toBe(429);
    expect(key.rest?.failure.answer).toBeUndefined();
  });
});
