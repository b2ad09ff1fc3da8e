import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it } from "vitest";
import { isPending, lease, ledgerOf, turn, usage } from "../../test/ledger-of.js";
import { createMemoryLedger } from "../accounts/ledger/memory-ledger.js";
import { completeUsage, noUsage } from "../conversation/usage/usage.js";
import { defineModel } from "../models/in-process/define-model.js";

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

describe("whoever listens to a request", () => {
  it("hears once how each of its attempts has ended", async () => {
    const { open, listen, endRequest, pass } = ledgerOf();
    const { events, heard } = listen();
    const [closed, released] = [await open({ events }), await open({ events })];
    await open({ events });
    const reply = () => ({ id: "msg_1", finishReasons: [] });
    const failure = { error: undefined, upstreamStatus: 200 };
    await closed.close("completed", usage, undefined, failure, reply);
    await released.release();
    endRequest();
    await pass(lease, turn);
    const ended = heard.flatMap((event) => (event.type === "attempt_ended" ? [event] : []));
    expect(ended).toMatchObject([
      { attempt: { end: "completed", usage, costNanoDollars: 20_000, reply: { id: "msg_1" } } },
      { attempt: { end: "unsent", usage: noUsage, costNanoDollars: 0 } },
      { attempt: { end: "abandoned", usage: noUsage, costNanoDollars: 0 } },
    ]);
  });

  it("hears of its end once all attempts have ended, and not before", async () => {
    const { open, listen } = ledgerOf();
    const { events, heard } = listen();
    const attempt = await open({ events });
    events.noteAnswer(200);
    events.noteOver(false, undefined);
    const hasEnded = () => heard.some(({ type }) => type === "request_ended");
    expect(hasEnded()).toBe(false);
    await attempt.close("completed", usage);
    expect(hasEnded()).toBe(true);
  });

  it("hears of its end although an attempt was refused", async () => {
    const { open, listen } = ledgerOf({ budget: 1 });
    const { events, heard } = listen();
    await expect(open({ events })).rejects.toMatchObject({ kind: "budget_exhausted" });
    events.noteAnswer(429);
    events.noteOver(false, undefined);
    expect(heard.at(-1)?.type).toBe("request_ended");
  });

  it("need not be there", async () => {
    const { open, records, spend, endRequest, pass } = ledgerOf({ reporter: undefined });
    const [closed, released] = [
      await open({ events: undefined }),
      await open({ events: undefined }),
    ];
    await open({ events: undefined });
    spend.mockImplementation(() => {
      throw new Error("hm");
    });
    expect([closed.run, closed.contents]).toEqual([undefined, undefined]);
    await closed.close("completed", usage);
    await released.release();
    endRequest();
    await pass(lease, turn);
    expect(records.all()).toMatchObject([
      ...[{ state: "settled" }, { state: "released" }, { state: "open" }],
    ]);
    const refused = ledgerOf({ budget: 1 }).open({ events: undefined });
    await expect(refused).rejects.toMatchObject({ kind: "budget_exhausted" });
  });

  it("sees contents if it asks for them", async () => {
    const seen: unknown[] = [];
    const reporter = Object.assign(() => undefined, {
      contents: (shown: unknown) => seen.push(shown),
    });
    const { open } = ledgerOf({ reporter });
    (await open()).contents?.request("http://upstream.test", new TextEncoder().encode("{}"));
    expect(seen).toHaveLength(1);
  });

  it("does not decide over the caller's trace, which goes on", async () => {
    const { open } = ledgerOf();
    const trace = { traceparent: "00-1-2-01", tracestate: undefined };
    expect((await open({ trace })).traceHeaders).toEqual([["traceparent", "00-1-2-01"]]);
    expect((await open({ trace, events: undefined })).traceHeaders).toEqual([
      ["traceparent", "00-1-2-01"],
    ]);
    expect((await open()).traceHeaders).toEqual([]);
  });
});

describe("the prices of an attempt", () => {
  it("may be none", async () => {
    const { open, records } = ledgerOf();
    const free = defineModel("free", async function* () {});
    await (await open({}, { model: free })).close("completed", usage, { tokens: 1 });
    await (await open({}, { model: free, asked: { speed: 6 } })).close("completed", usage);
    expect(records.all()).toMatchObject([
      { reservedNanoDollars: 0, costNanoDollars: 0, rawUsage: { tokens: 1 } },
      { reservedNanoDollars: 0, costNanoDollars: 0 },
    ]);
  });

  it("are multiplied by what the request has asked for, or by what the upstream says", async () => {
    const { open, records } = ledgerOf();
    const accepts = { service_tier: { priority: 3, flex: 0.5 } };
    const prices = { input: 1, output: 2, accepts };
    const tiered = defineModel("tiered", async function* () {}, { prices });
    const announced = { model: tiered, asked: { service_tier: 3 } };
    await (await open({}, announced)).close("completed", usage);
    await (await open({}, announced)).close("completed", usage, { service_tier: "flex" });
    await (await open({}, { model: tiered })).close("completed", usage);
    expect(records.all()).toMatchObject([
      { reservedNanoDollars: 600_000, costNanoDollars: 60_000 },
      { reservedNanoDollars: 600_000, costNanoDollars: 10_000 },
      { reservedNanoDollars: 200_000, costNanoDollars: 20_000 },
    ]);
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

describe("an attempt whose end the ledger has not taken yet", () => {
  it("keeps saying what it was settled with", async () => {
    const { open, ledger, records, pass } = ledgerOf();
    ledger.script("settle", 2 * turn);
    const attempt = await open();
    void attempt.close("completed", usage);
    attempt.watch(() => ({ output: 99 }));
    await pass(turn, 1_000);
    expect(records.all()).toMatchObject([{ state: "open", observed: { input: 10, output: 5 } }]);
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
    const { bookkeeper, open, records, clock, pass, failuresOf } = ledgerOf();
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
    expect(failuresOf("settle")).toHaveLength(2);
  });
});
