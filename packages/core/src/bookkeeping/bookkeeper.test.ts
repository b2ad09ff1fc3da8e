import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { isPending, ledgerOf, turn, usage } from "../../test/ledger-of.js";
import { type Fate, storeDown } from "../../test/scripted-ledger.js";
import { createMemoryLedger } from "../accounts/ledger/memory-ledger.js";
import { noUsage } from "../conversation/usage/usage.js";

describe("close", () => {
  it("P02 leaves nothing behind when the ledger works", async () => {
    const { open, bookkeeper, ledger, records, clock, pass, failuresOf } = ledgerOf();
    ledger.always(300, "reserve", "settle", "release");
    const opening = open();
    const closing = bookkeeper.close(10_000);
    await pass(300);
    const attempt = await opening;
    expect(await isPending(closing)).toBe(true);
    void attempt.close("client_abort", noUsage);
    await pass(300);
    await closing;
    expect(records.all()).toMatchObject([{ state: "settled", end: "client_abort" }]);
    expect([clock.pending, failuresOf("settle")]).toEqual([0, []]);
  });

  it("P02 waits for a reservation that arrives too late, and for its release", async () => {
    const { open, bookkeeper, ledger, records, clock, pass } = ledgerOf();
    ledger.script("reserve", 4_000);
    open().catch(() => undefined);
    const closing = bookkeeper.close(10_000);
    await pass(3_900);
    expect(await isPending(closing)).toBe(true);
    await pass(100);
    await closing;
    expect([records.all()[0]?.state, clock.pending]).toEqual(["released", 0]);
  });

  it("L02 retries at once the rows that wait for their next attempt", async () => {
    const { open, bookkeeper, ledger, records, pass } = ledgerOf();
    ledger.always("fails before", "settle");
    void (await open()).close("completed", usage);
    await pass(20_000, 1_000);
    ledger.always("works", "settle");
    await bookkeeper.close(0);
    expect(records.all()).toMatchObject([{ state: "settled" }]);
  });

  it.each<[string, Fate, string, ErrorOptions | undefined]>([
    ["fails", "fails before", "the ledger fails", { cause: storeDown }],
    ["hangs", "hangs", "the ledger has not answered", undefined],
  ])(
    "L02 L06 lets go of rows in the end when the ledger %s, and reports each",
    async (_name, fate, why, cause) => {
      const { open, bookkeeper, ledger, clock, pass, tracked, failuresOf } = ledgerOf();
      ledger.always(fate, "settle", "release");
      const [one, other] = [await open(), await open()];
      const ends = [one.close("completed", usage), other.release()];
      await flushPromises();
      const before = failuresOf("settle").length;
      const closing = bookkeeper.close(5_000);
      await pass(4_950);
      expect(await isPending(closing)).toBe(true);
      await pass(50);
      await Promise.all([closing, ...ends, ...tracked]);
      const left = failuresOf("settle").slice(before);
      expect(left.map((event) => event.type === "failure" && event.error)).toEqual(
        [one, other].map(({ id }) => new Error(`The row ${id} is left open: ${why}.`, cause)),
      );
      expect(clock.pending).toBe(0);
    },
  );

  it("L03 gives the ledger the time of one answer, even if its own time is over", async () => {
    const { open, bookkeeper, ledger, records, pass } = ledgerOf();
    ledger.script("settle", 1_500);
    void (await open()).close("client_abort", usage);
    const closing = bookkeeper.close(0);
    await pass(1_500);
    await closing;
    expect(records.all()).toMatchObject([{ state: "settled" }]);
  });

  it("abandons an attempt that never ends, and its timer", async () => {
    const { open, bookkeeper, clock, pass, failuresOf } = ledgerOf();
    const attempt = await open();
    const closing = bookkeeper.close(1_000);
    await pass(2_000);
    await closing;
    const error = new Error(`The row ${attempt.id} is left open: its attempt has not ended.`);
    expect(failuresOf("settle")).toMatchObject([{ requestId: "req", error }]);
    expect(clock.pending).toBe(0);
  });

  it("L02 neither repeats nor reports a write that fails when its row has been given up", async () => {
    const records = createMemoryLedger();
    let fail = (_error: Error): void => undefined;
    const settle = () =>
      new Promise<void>((_resolve, reject) => {
        fail = reject;
      });
    const ledger = { ...records, settle };
    const { open, bookkeeper, clock, pass, failuresOf } = ledgerOf({ ledger });
    void (await open()).close("completed", usage);
    const closing = bookkeeper.close(1_000);
    await pass(2_000);
    await closing;
    fail(storeDown);
    await flushPromises();
    expect([failuresOf("settle").length, clock.pending]).toEqual([1, 0]);
  });

  it("waits for every row", async () => {
    const { open, bookkeeper, ledger, pass } = ledgerOf();
    ledger.script("settle", 100, 500);
    for (const attempt of [await open(), await open()]) void attempt.close("completed", usage);
    const closing = bookkeeper.close(10_000);
    await pass(450);
    expect(await isPending(closing)).toBe(true);
    await pass(50);
    await closing;
  });

  it("waits for heartbeats that the ledger has not answered", async () => {
    const { open, bookkeeper, ledger, pass } = ledgerOf();
    ledger.script("heartbeat", 1_000);
    const attempt = await open();
    await pass(turn, turn);
    await attempt.close("completed", usage);
    const closing = bookkeeper.close(10_000);
    await pass(950);
    expect(await isPending(closing)).toBe(true);
    await pass(50);
    await closing;
  });

  it("waits for a recovery in progress", async () => {
    const { open, bookkeeper, ledger, pass } = ledgerOf();
    ledger.script("recover", 1_000);
    await (await open()).release();
    const closing = bookkeeper.close(5_000);
    await pass(950);
    expect(await isPending(closing)).toBe(true);
    await pass(50);
    await closing;
  });
});
