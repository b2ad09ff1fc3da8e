import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { failing, lease, ledgerOf, usage } from "../../test/ledger-of.js";
import { storeDown } from "../../test/scripted-ledger.js";

describe("a ledger that fails at the end", () => {
  it.each(failing)(
    "L02 L05 L06 is asked again until it accepts the row when it %s",
    async (_name, fate) => {
      const { open, ledger, records, failuresOf, rowsOf, clock, pass } = ledgerOf();
      ledger.script("settle", fate, fate, fate);
      ledger.script("release", fate);
      const [closed, released] = [await open(), await open()];
      const ends = Promise.all([closed.close("completed", usage), released.release()]);
      await pass(1_000);
      await ends;
      expect(records.all()).toMatchObject([{ state: "released" }, { state: "settled" }]);
      expect(failuresOf("settle")).toMatchObject([
        { requestId: "req", error: storeDown },
        { requestId: "req", error: storeDown },
      ]);
      expect(rowsOf("settled")).toHaveLength(1);
      expect(clock.pending).toBe(0);
    },
  );

  it("L02 is asked again after pauses that double up to ten seconds", async () => {
    const { open, ledger, pass } = ledgerOf();
    ledger.always("fails before", "settle");
    void (await open()).close("completed", usage);
    await flushPromises();
    await pass(1_550);
    await pass(30_000, 200);
    const times = ledger.calls.filter(({ method }) => method === "settle").map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(pauses.slice(0, 9)).toEqual([50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
  });

  it("L02 is asked again after pauses of which a part is random", async () => {
    const { open, ledger, pass } = ledgerOf({ random: () => 0.5 });
    ledger.always("fails before", "settle");
    void (await open()).close("completed", usage);
    await flushPromises();
    await pass(600, 5);
    const times = ledger.calls.filter(({ method }) => method === "settle").map(({ at }) => at);
    expect(times.map((at) => at - (times[0] ?? 0))).toEqual([0, 75, 225, 525]);
  });

  it("L04 does not count twice what it had accepted, although its answer was lost", async () => {
    const { open, ledger, records, pass, rowsOf } = ledgerOf();
    ledger.script("settle", "fails after", "fails after");
    const end = (await open()).close("completed", usage);
    await pass(500);
    await end;
    expect(await records.balance("team")).toEqual({ spent: 20_000, reserved: 0 });
    expect(rowsOf("settled")).toHaveLength(1);
  });

  it("L06 does not delay other rows when it hangs", async () => {
    const { open, ledger, records } = ledgerOf();
    ledger.script("settle", "hangs");
    const [hanging, other] = [await open(), await open()];
    void hanging.close("completed", usage);
    await other.close("completed", usage);
    expect(records.all()).toMatchObject([
      { attemptId: other.id, state: "settled" },
      { attemptId: hanging.id, state: "open" },
    ]);
  });

  it("L02 gets heartbeats with the final usage for rows that wait, so that nobody recovers them", async () => {
    const { open, ledger, records, pass } = ledgerOf();
    ledger.always("fails before", "settle");
    const attempt = await open();
    attempt.watch(() => ({ output: 1 }));
    void attempt.close("completed", usage);
    await pass(3 * lease, 1_000);
    const observed = { input: 10, cacheRead: 0, cacheWrite: 0, output: 5 };
    expect(records.all()).toMatchObject([{ state: "open", observed }]);
    ledger.always("works", "settle");
    await pass(10_000, 1_000);
    expect(records.all()).toMatchObject([{ state: "settled" }]);
  });

  it("L02 gets heartbeats for rows that wait for their release, so that nobody bills them", async () => {
    const { open, ledger, records, clock, pass } = ledgerOf();
    ledger.always("fails before", "release");
    void (await open()).release();
    await pass(3 * lease, 1_000);
    expect(await records.recover()).toEqual([]);
    ledger.always("works", "release");
    await pass(10_000, 1_000);
    expect(records.all()).toMatchObject([{ state: "released", costNanoDollars: 0 }]);
    expect(clock.pending).toBe(0);
  });
});
