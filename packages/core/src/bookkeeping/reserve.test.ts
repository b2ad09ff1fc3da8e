import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { failing, isPending, lease, ledgerOf, usage } from "../../test/ledger-of.js";
import { storeDown } from "../../test/scripted-ledger.js";
import type { Ledger } from "../accounts/ledger/ledger.js";
import { createMemoryLedger } from "../accounts/ledger/memory-ledger.js";
import { noUsage } from "../conversation/usage/usage.js";
import { ServiceError } from "../errors/service-error.js";

describe("open", () => {
  it("writes the open row with the worst case before anything is sent", async () => {
    const { open, records } = ledgerOf();
    await open();
    expect(records.all()).toEqual([
      {
        attemptId: expect.stringMatching(/^att_\w{22}$/),
        requestId: "req",
        accountId: "team",
        keyId: "key-1",
        model: "m",
        requestedModel: "m",
        endUser: undefined,
        format: "messages",
        openedAt: 1_000,
        reservedTokens: { input: 100, output: 50 },
        reservedNanoDollars: 200_000,
        prices: { input: 1, output: 2 },
        onCallerGone: "bill-observed",
        state: "open",
        observed: {},
      },
    ]);
  });

  it("keeps the first 255 characters of names that callers give", async () => {
    const { open, records } = ledgerOf();
    const long = "x".repeat(256);
    await open({ requestedModel: long, endUser: long });
    const name = "x".repeat(255);
    expect(records.all()).toMatchObject([{ requestedModel: name, endUser: name }]);
  });

  it("refuses an account without a budget, if accounts that are not known are refused", async () => {
    const refusing = { unknownAccounts: "refuse" } as const;
    await expect(ledgerOf(refusing).open()).rejects.toMatchObject({ kind: "budget_exhausted" });
    await ledgerOf({ ...refusing, budget: 200_000 }).open();
    await ledgerOf({ unknownAccounts: "unlimited" }).open();
  });

  it("reserves for no limit an amount so large that sums are no longer exact", async () => {
    const { open, records } = ledgerOf();
    await open({ reservedOutput: Number.MAX_SAFE_INTEGER });
    const [row] = records.all();
    expect(row?.reservedTokens.output).toBe(1_000_000_000);
    expect((row?.reservedNanoDollars ?? 0) * 1_000).toBeLessThan(Number.MAX_SAFE_INTEGER);
  });

  it("passes on the error that the ledger has for the caller, and then writes nothing", async () => {
    const { open, ledger, records, tracked } = ledgerOf({ budget: 199_999 });
    await expect(open()).rejects.toMatchObject({ kind: "budget_exhausted" });
    await Promise.all(tracked);
    expect(records.all()).toEqual([]);
    expect(ledger.callsOf("release")).toEqual([]);
    expect(ledger.callsOf("reserve")).toHaveLength(1);
  });

  it("asks once if the ledger admits it while an earlier attempt ends", async () => {
    const { open, ledger, pass } = ledgerOf();
    ledger.script("settle", 300);
    void (await open()).close("upstream_error", noUsage);
    void open();
    await pass(400);
    expect(ledger.callsOf("reserve")).toHaveLength(2);
  });

  it("asks once if it is refused for another reason than the budget", async () => {
    const records = createMemoryLedger();
    const refused = new ServiceError({ kind: "overloaded", message: "Not now." });
    const answers = [undefined, refused];
    const reserve = vi.fn<Ledger["reserve"]>(async (...args) => {
      const error = answers.shift();
      if (error) throw error;
      return records.reserve(...args);
    });
    const settle = () => new Promise<void>(() => undefined);
    const { open, pass } = ledgerOf({ ledger: { ...records, reserve, settle } });
    void (await open()).close("upstream_error", noUsage);
    const second = open();
    second.catch(() => undefined);
    await pass(3_000);
    await expect(second).rejects.toBe(refused);
    expect(reserve).toHaveBeenCalledTimes(2);
  });

  it("Q01 admits exactly as many concurrent attempts as the budget covers", async () => {
    const { open, records } = ledgerOf({ budget: 700_000 });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => open()));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await records.balance("team")).toEqual({ limit: 700_000, spent: 0, reserved: 600_000 });
  });

  it("Q01 admits a second attempt that fits once the first has released its reservation", async () => {
    const { open, ledger, records, pass } = ledgerOf({ budget: 200_000 });
    ledger.script("settle", 300);
    void (await open()).close("upstream_error", noUsage);
    const second = open();
    await pass(250);
    expect(ledger.callsOf("reserve")).toHaveLength(2);
    await pass(100);
    await (await second).close("completed", usage);
    expect(records.all()).toMatchObject([{ costNanoDollars: 0 }, { costNanoDollars: 20_000 }]);
  });

  it("Q01 admits a second attempt that fits once the first could be settled after a failure", async () => {
    const { open, ledger, pass } = ledgerOf({ budget: 200_000 });
    ledger.script("settle", "fails before");
    void (await open()).close("upstream_error", noUsage);
    await flushPromises();
    const second = open();
    await pass(200);
    await (await second).release();
    expect(ledger.callsOf("reserve")).toHaveLength(3);
  });

  it("Q01 refuses a second attempt that does not fit even then, or that runs beside the first", async () => {
    const { open, ledger, pass } = ledgerOf({ budget: 219_999 });
    ledger.script("settle", 300);
    const first = await open();
    await expect(open()).rejects.toMatchObject({ kind: "budget_exhausted" });
    void first.close("upstream_error", usage);
    const second = open();
    second.catch(() => undefined);
    await pass(350);
    await expect(second).rejects.toMatchObject({ kind: "budget_exhausted" });
  });

  it.each(failing)("L01 L05 L06 admits no request when the ledger %s", async (_name, fate) => {
    const { open, ledger, records, tracked, failuresOf } = ledgerOf();
    ledger.script("reserve", fate);
    const opening = open();
    await expect(opening).rejects.toMatchObject({ kind: "store_unavailable", cause: storeDown });
    await expect(opening).rejects.not.toThrow("db.internal");
    await Promise.all(tracked);
    expect([records.all(), failuresOf("settle")]).toEqual([[], []]);
  });

  it("L01 releases a row that was written although the ledger failed, repeatedly if necessary", async () => {
    const { open, ledger, records, pass, tracked, failuresOf } = ledgerOf();
    ledger.script("reserve", "fails after");
    ledger.script("release", "fails before", "throws");
    await expect(open()).rejects.toMatchObject({ kind: "store_unavailable" });
    expect(await records.countOpen()).toBe(1);
    await pass(1_000);
    await Promise.all(tracked);
    expect(records.all()).toMatchObject([{ state: "released", end: "unsent", costNanoDollars: 0 }]);
    expect(failuresOf("settle")).toHaveLength(1);
  });

  it("L01 bills nothing for a row that was written although the ledger failed, however long it is down", async () => {
    const { open, ledger, records, pass, clock, tracked } = ledgerOf();
    ledger.script("reserve", "fails after");
    ledger.always("fails before", "release");
    await expect(open()).rejects.toMatchObject({ kind: "store_unavailable" });
    await pass(3 * lease, 1_000);
    ledger.always("works", "release");
    await pass(10_000, 1_000);
    await Promise.all(tracked);
    expect(records.all()).toMatchObject([{ state: "released", costNanoDollars: 0 }]);
    expect(clock.pending).toBe(0);
  });

  it("L01 leaves rows that may exist to recovery when a thousand others wait for their release", async () => {
    const { open, ledger, records, pass, clock } = ledgerOf();
    ledger.always("fails after", "reserve");
    ledger.always("fails before", "release");
    for (let row = 0; row < 1_005; row++) await open().catch(() => undefined);
    expect(await records.countOpen()).toBe(1_005);
    expect(ledger.callsOf("release")).toHaveLength(1_000);
    await flushPromises();
    expect(clock.pending).toBe(1_000);
    ledger.always("works", "release");
    await pass(1_000, 1_000);
    expect([await records.countOpen(), clock.pending]).toEqual([5, 0]);
    await open().catch(() => undefined);
    await flushPromises();
    expect(await records.countOpen()).toBe(5);
  });

  it("L03 waits for the ledger for two seconds", async () => {
    const { open, ledger, pass, clock } = ledgerOf();
    ledger.script("reserve", 1_900);
    const opening = open();
    await pass(1_900);
    await (await opening).release();
    expect(clock.pending).toBe(0);
  });

  it("L03 refuses the request after two seconds, and releases the row if it is written later", async () => {
    const { open, ledger, records, pass, tracked } = ledgerOf();
    ledger.script("reserve", 5_000);
    const opening = open();
    opening.catch(() => undefined);
    await pass(1_950);
    expect(await isPending(opening)).toBe(true);
    await pass(50);
    await expect(opening).rejects.toMatchObject({
      kind: "store_unavailable",
      cause: new Error("The ledger has not answered a reservation in time."),
    });
    expect(ledger.callsOf("recover")).toEqual([]);
    expect(await isPending(Promise.all(tracked))).toBe(true);
    await pass(3_000);
    await Promise.all(tracked);
    expect(records.all()).toMatchObject([{ state: "released" }]);
  });

  it("L03 leaves a late row to its lease once the bookkeeper is closed", async () => {
    const { bookkeeper, open, ledger, records, pass } = ledgerOf();
    ledger.script("reserve", 5_000);
    open().catch(() => undefined);
    await pass(2_000);
    const closed = bookkeeper.close(0);
    await pass(2_000);
    await closed;
    await pass(2_000);
    expect(records.all()).toMatchObject([{ state: "open" }]);
    expect(ledger.callsOf("release")).toEqual([]);
  });

  it("L03 has nothing to release if the late answer is a refusal", async () => {
    const { open, ledger, pass, tracked } = ledgerOf({ budget: 1 });
    ledger.script("reserve", 5_000);
    const opening = open();
    opening.catch(() => undefined);
    await pass(5_000);
    await Promise.all(tracked);
    expect(ledger.callsOf("release")).toEqual([]);
  });

  it("opens nothing for a request that has been aborted", async () => {
    const { open, ledger, run } = ledgerOf();
    const reason = new ServiceError({ kind: "overloaded", message: "Closing." });
    await expect(open({ run: { ...run, signal: AbortSignal.abort(reason) } })).rejects.toBe(reason);
    expect(ledger.calls).toEqual([]);
  });
});
