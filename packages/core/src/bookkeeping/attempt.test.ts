import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it } from "vitest";
import { isPending, lease, ledgerOf, turn, usage } from "../../test/ledger-of.js";
import { createMemoryLedger } from "../accounts/ledger/memory-ledger.js";
import { completeUsage } from "../conversation/usage.js";

describe("the end of an attempt", () => {
  it("settles the row with what was used and its cost, and reports it", async () => {
    const { open, records, events, clock, spend } = ledgerOf();
    const attempt = await open();
    clock.advance(250);
    await attempt.close("completed", usage, { prompt_tokens: 10 });
    expect(records.all()).toMatchObject([
      {
        ...{ state: "settled", end: "completed", attemptId: attempt.id, openedAt: 1_000 },
        ...{ usage, rawUsage: { prompt_tokens: 10 }, costNanoDollars: 20_000, settledAt: 1_250 },
      },
    ]);
    expect(events).toEqual([{ type: "settled", at: 1_250, row: records.all()[0] }]);
    expect(spend.mock.calls).toEqual([[{ input: 10, output: 5 }]]);
  });

  it("P01 costs two writes, of which the first already says that the attempt is sent", async () => {
    const { open, ledger } = ledgerOf();
    const attempt = await open();
    attempt.watch(() => ({ output: 5 }));
    await attempt.close("completed", usage);
    const writes = ledger.calls.map(({ method }) => method).filter((name) => name !== "recover");
    expect(writes).toEqual(["reserve", "settle"]);
  });

  it("Q02 settles above the reservation if the upstream reports more, and never for an estimate", async () => {
    const counts = { input: 0, output: 10_000, reasoning: 0 };
    const { open, records } = ledgerOf();
    const reported = completeUsage({ input: 0, output: 10_000 }, counts);
    await (await open()).close("completed", reported);
    await (await open()).close("completed", completeUsage({}, counts));
    expect(records.all()).toMatchObject([
      { costNanoDollars: 20_000_000, reservedNanoDollars: 200_000 },
      { costNanoDollars: 200_000, reservedNanoDollars: 200_000 },
    ]);
  });

  it("is recorded once, whichever end comes first", async () => {
    const { open, records, events, spend } = ledgerOf();
    const attempt = await open();
    await Promise.all([attempt.close("timeout", usage), attempt.close("completed", usage)]);
    await attempt.release();
    const other = await open();
    await Promise.all([other.release(), other.close("completed", usage)]);
    expect(records.all()).toMatchObject([
      { state: "settled", end: "timeout" },
      { state: "released" },
    ]);
    expect([events.length, spend.mock.calls.length]).toEqual([1, 1]);
    expect(await records.balance("team")).toEqual({ spent: 20_000, reserved: 0 });
  });

  it("tells the limits all input, wherever the upstream counts it", async () => {
    const { open, spend } = ledgerOf();
    const counts = { input: 10, cacheRead: 200, cacheWrite: 3_000, cacheWriteLong: 40_000 };
    const none = { input: 0, output: 0, reasoning: 0 };
    await (await open()).close("completed", completeUsage({ ...counts, output: 5 }, none));
    expect(spend.mock.calls).toEqual([[{ input: 43_210, output: 5 }]]);
  });

  it.each([
    ["limits that count no tokens", {}],
    ["no limits", undefined],
  ])("is no failure with %s", async (_name, admission) => {
    const { request, model, events } = ledgerOf();
    await (await request.open({ model }, admission)).close("completed", usage);
    expect(events).toMatchObject([{ type: "settled" }]);
  });

  it("is awaited from the moment the row may exist", async () => {
    const { open, ledger, tracked, pass } = ledgerOf();
    ledger.script("settle", 500);
    const opening = open();
    expect(tracked).toHaveLength(1);
    void (await opening).close("completed", usage);
    expect(await isPending(Promise.all(tracked))).toBe(true);
    await pass(500);
    expect(await isPending(Promise.all(tracked))).toBe(false);
  });

  it("T01 is never before the start, even if the wall clock was set back", async () => {
    const clock = createFakeClock(5_000_000);
    const ledger = createMemoryLedger({ clock });
    let now = 5_000_000;
    const { open } = ledgerOf({ ledger, clock: { ...clock, now: () => now } });
    const [closed, released] = [await open(), await open()];
    now = 1_000_000;
    await Promise.all([closed.close("completed", usage), released.release()]);
    expect(ledger.all()).toMatchObject([{ settledAt: 5_000_000 }, { settledAt: 5_000_000 }]);
  });

  it("keeps the counts of the upstream's usage object, and none of its texts", async () => {
    const { open, records } = ledgerOf();
    const raw = { tokens: 5, note: "what was said", details: { "what was said": 1, more: 2 } };
    await (await open()).close("completed", usage, raw);
    expect(records.all()).toMatchObject([{ state: "settled" }]);
    expect(records.all()[0]).toHaveProperty("rawUsage", { tokens: 5, details: { more: 2 } });
  });

  it("does not depend on limits that fail when usage is reported to them", async () => {
    const { open, records, failuresOf, spend } = ledgerOf();
    const error = new Error("hm");
    spend.mockImplementation(() => {
      throw error;
    });
    await (await open()).close("completed", usage);
    expect(records.all()).toMatchObject([{ state: "settled" }]);
    expect(failuresOf("spend")).toMatchObject([{ requestId: "req", error }]);
  });
});

describe("usage that a custom model reports", () => {
  it("J10 is written to the ledger only if it is a valid count", async () => {
    const { open, records, pass } = ledgerOf();
    const attempt = await open();
    attempt.watch(() => ({ input: -1, output: Number.NaN, reasoning: 3 }));
    await pass(turn, 1_000);
    expect(records.all()).toMatchObject([{ observed: { reasoning: 3 } }]);
    await attempt.close("completed", { ...usage, input: Number.NaN, cacheRead: 2 ** 60 });
    expect(records.all()).toMatchObject([
      {
        usage: { input: 25, cacheRead: 0, output: 5, sources: { input: "estimated" } },
        costNanoDollars: 35_000,
      },
    ]);
  });
});

describe("an attempt that its model forgets", () => {
  it("is abandoned one lease after its request is over, and recovered with the observed usage", async () => {
    const { open, endRequest, records, clock, pass, failuresOf } = ledgerOf();
    (await open()).watch(() => ({ input: 10, output: 5 }));
    await pass(2 * lease, turn);
    expect(records.all()).toMatchObject([{ state: "open" }]);
    endRequest();
    await pass(lease, turn);
    expect(failuresOf("settle")).toHaveLength(1);
    expect(clock.pending).toBe(0);
    await pass(2 * lease, turn);
    await records.recover();
    expect(records.all()).toMatchObject([{ state: "recovered", costNanoDollars: 20_000 }]);
    expect(await records.balance("team")).toEqual({ spent: 20_000, reserved: 0 });
  });

  it("leaves no timer if it has ended before its request", async () => {
    const { open, endRequest, clock } = ledgerOf();
    await (await open()).close("completed", usage);
    endRequest();
    expect(clock.pending).toBe(0);
  });

  it("may end a while after its request, and leaves no timer", async () => {
    const { open, endRequest, records, clock, pass } = ledgerOf();
    const attempt = await open();
    endRequest();
    await pass(lease - turn, turn);
    await attempt.close("client_abort", usage);
    expect(records.all()).toMatchObject([{ state: "settled", costNanoDollars: 20_000 }]);
    expect(clock.pending).toBe(0);
  });
});

describe("when the bookkeeper is closed", () => {
  it("no attempt is opened, and a forgotten one sends no heartbeats", async () => {
    const { bookkeeper, open, records, clock, pass } = ledgerOf();
    const [reported, unreported] = [await open(), await open()];
    reported.watch(() => ({ input: 10, output: 5 }));
    await pass(turn, 1_000);
    const closed = bookkeeper.close(0);
    await pass(2_000);
    await closed;
    await expect(open()).rejects.toMatchObject({ kind: "overloaded" });
    unreported.watch(() => ({ output: 9 }));
    void reported.close("completed", usage);
    await pass(2 * lease, turn);
    expect(clock.pending).toBe(0);
    await records.recover();
    expect(records.all()).toMatchObject([
      { state: "recovered", costNanoDollars: 20_000 },
      { state: "recovered", usage: { input: 25, output: 0 }, costNanoDollars: 25_000 },
    ]);
  });
});
