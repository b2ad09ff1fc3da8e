import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it } from "vitest";
import { type ErrorKind, ServiceError } from "../../errors/service-error.js";
import { createLedgerHealth } from "./ledger-health.js";

/** The health of a ledger, and calls that it answers or that fail. */
function healthOf() {
  const clock = createFakeClock();
  const health = createLedgerHealth(clock);
  const succeed = () => health.call(async () => undefined);
  const fail = (error: unknown) =>
    Promise.resolve(health.call(() => Promise.reject(error))).catch(() => undefined);
  return { ...health, clock, succeed, fail };
}

const refusal = (kind: ErrorKind) => new ServiceError({ kind, message: "No." });

describe("the health of a ledger", () => {
  it("is steady from the start, for any time", () => {
    expect(healthOf().isSteadyFor(1e9)).toBe(true);
  });

  it.each([
    ["an error", new Error("no connection")],
    ["the refusal of a store that is down", refusal("store_unavailable")],
  ])("is not steady after %s until calls have been answered for so long", async (_name, error) => {
    const { isSteadyFor, clock, succeed, fail } = healthOf();
    await fail(error);
    clock.advance(100);
    expect(isSteadyFor(0)).toBe(false);
    await succeed();
    clock.advance(9);
    await succeed();
    expect(isSteadyFor(10)).toBe(false);
    clock.advance(1);
    expect(isSteadyFor(10)).toBe(true);
  });

  it("takes a refusal for an answer", async () => {
    const { isSteadyFor, clock, fail } = healthOf();
    await fail(refusal("budget_exhausted"));
    expect(isSteadyFor(10)).toBe(true);
    await fail(new Error("no connection"));
    await fail(refusal("budget_exhausted"));
    clock.advance(10);
    expect(isSteadyFor(10)).toBe(true);
  });

  it("takes a call that is overdue for a failure", () => {
    const { isSteadyFor, noteOverdue } = healthOf();
    noteOverdue();
    expect(isSteadyFor(0)).toBe(false);
  });
});
