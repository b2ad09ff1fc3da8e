import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { lease, ledgerOf, turn, usage } from "../../test/ledger-of.js";
import { reservationOf } from "../../test/rows.js";
import { storeDown } from "../../test/scripted-ledger.js";

describe("recovery", () => {
  /** A row whose process was lost a lease ago. */
  async function leaveRow({ open, bookkeeper, ledger, clock }: ReturnType<typeof ledgerOf>) {
    const lost = { attemptId: "lost", requestId: "r", accountId: "team", keyId: "k", model: "m" };
    await ledger.records.reserve(
      {
        ...{ ...lost, format: "messages", openedAt: 0, onCallerGone: "bill-observed" },
        ...{ reservedNanoDollars: 1_000, reservedTokens: { input: 1, output: 0 } },
      },
      lease,
    );
    clock.advance(lease + 1);
    return { open, bookkeeper };
  }

  it("P04 runs with the first attempt, and every row that it ends is reported", async () => {
    const records = ledgerOf();
    await leaveRow(records);
    await records.open();
    await flushPromises();
    expect(records.events).toMatchObject([
      {
        type: "recovered",
        at: records.clock.now(),
        row: { attemptId: "lost", state: "recovered" },
      },
    ]);
    expect(records.ledger.callsOf("recover")).toHaveLength(1);
  });

  it("also runs if the first attempt is refused, because lost rows may hold its budget", async () => {
    const records = ledgerOf({ budget: 200_000 });
    await leaveRow(records);
    await expect(records.open()).rejects.toMatchObject({ kind: "budget_exhausted" });
    await flushPromises();
    await records.open();
  });

  it("runs once in a lease while attempts are open, after their own heartbeats", async () => {
    const { open, ledger, pass } = ledgerOf();
    await open();
    await pass(2 * lease + turn, 1_000);
    const order = ledger.calls.map(({ method }) => method).join(" ");
    expect(order).toBe(
      "reserve recover heartbeat heartbeat heartbeat recover heartbeat heartbeat heartbeat recover heartbeat",
    );
  });

  it("P04 goes on as long as there may be more lost rows than the ledger ends at once", async () => {
    const { records, ledger, clock, open, rowsOf } = ledgerOf();
    for (let id = 0; id < 1_000; id++) await records.reserve(reservationOf(`${id}`, 1), lease);
    clock.advance(lease + 1);
    await open();
    await flushPromises();
    expect(rowsOf("recovered")).toHaveLength(1_000);
    expect(ledger.callsOf("recover")).toHaveLength(2);
  });

  it("waits for the heartbeats of the attempts that are open", async () => {
    const { open, ledger, pass } = ledgerOf();
    await (await open()).close("completed", usage);
    await pass(turn / 2, 1_000);
    await open();
    await pass(lease - turn / 2 + 1_000, 1_000);
    await open();
    await flushPromises();
    expect(ledger.callsOf("recover")).toHaveLength(1);
    await pass(turn / 2, 1_000);
    expect(ledger.callsOf("recover")).toHaveLength(2);
  });

  it("does not run after a turn of heartbeats in which the last attempt has ended", async () => {
    const { open, ledger, pass } = ledgerOf();
    const attempt = await open();
    await pass(lease - 1_000, 1_000);
    ledger.script("heartbeat", 500);
    await pass(1_000, 1_000);
    await attempt.close("completed", usage);
    await pass(1_000, 100);
    expect(ledger.callsOf("recover")).toHaveLength(1);
  });

  it("L06 waits for a whole lease after heartbeats that were not answered in time", async () => {
    const { open, ledger, pass } = ledgerOf();
    ledger.script("heartbeat", "hangs");
    await open();
    await pass(2 * turn + lease - 1_000, 1_000);
    expect(ledger.callsOf("recover")).toHaveLength(1);
    await pass(turn, 1_000);
    expect(ledger.callsOf("recover")).toHaveLength(2);
  });

  it("runs once in a lease, however many short attempts there are", async () => {
    const { open, ledger, pass } = ledgerOf();
    for (let seconds = 0; seconds <= 70; seconds += 1) {
      await (await open()).close("completed", usage);
      await pass(1_000, 1_000);
    }
    expect(ledger.callsOf("recover")).toHaveLength(2);
  });

  it("L02 waits after a failure until the ledger has worked for a whole lease, so that live rows of others are spared", async () => {
    const { open, ledger, pass } = ledgerOf();
    await open();
    await pass(lease - turn, 1_000);
    ledger.script("heartbeat", "fails before");
    await pass(turn, 1_000);
    expect(ledger.callsOf("recover")).toHaveLength(1);
    await pass(lease, 1_000);
    expect(ledger.callsOf("recover")).toHaveLength(1);
    await pass(turn, 1_000);
    expect(ledger.callsOf("recover")).toHaveLength(2);
  });

  it("L06 is reported when it fails, and runs again one lease after the ledger works", async () => {
    const { open, ledger, pass, failuresOf } = ledgerOf();
    ledger.script("recover", "throws");
    await open();
    await pass(2 * lease, 1_000);
    expect(failuresOf("recover")).toMatchObject([
      { type: "failure", step: "recover", fault: "store", error: storeDown },
    ]);
    expect(ledger.callsOf("recover")).toHaveLength(2);
  });
});
