import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import { ledgerOf, turn, usage } from "../../../test/ledger-of.js";
import { storeDown } from "../../../test/scripted-ledger.js";

describe("heartbeats", () => {
  it("are sent at once when an attempt has left, and then at every third of the lease", async () => {
    const { open, ledger, records, pass } = ledgerOf();
    const [one, other] = [await open(), await open()];
    let output = 0;
    one.sent(() => ({ output }));
    await pass(turn, 1_000);
    output = 7;
    other.sent(() => ({}));
    await pass(turn, 1_000);
    expect(ledger.callsOf("heartbeat")).toEqual([
      [{ attemptId: one.id, observed: { output: 0 } }],
      [{ attemptId: one.id, observed: { output: 0 } }],
      [{ attemptId: other.id, observed: {} }],
      [
        { attemptId: one.id, observed: { output: 7 } },
        { attemptId: other.id, observed: {} },
      ],
    ]);
    expect(records.all()).toMatchObject([{ sent: true, observed: { output: 7 } }, { sent: true }]);
  });

  it("do not wait for each other, and are written before the attempt is sent", async () => {
    const { open, ledger } = ledgerOf();
    const attempts = await Promise.all([open(), open()]);
    ledger.script("heartbeat", "hangs");
    for (const attempt of attempts) attempt.sent(() => ({}));
    expect(ledger.callsOf("heartbeat")).toEqual(
      attempts.map(({ id }) => [{ attemptId: id, observed: {} }]),
    );
  });

  it("need one timer, and no timer when no attempt is open", async () => {
    const { open, clock } = ledgerOf();
    const attempts = await Promise.all([open(), open(), open()]);
    expect(clock.pending).toBe(0);
    for (const attempt of attempts) attempt.sent(() => ({}));
    expect(clock.pending).toBe(1);
    for (const attempt of attempts) await attempt.close("completed", usage);
    expect(clock.pending).toBe(0);
  });

  it("are sent for the attempts that are left when one has ended", async () => {
    const { open, ledger, pass } = ledgerOf();
    const [one, other] = [await open(), await open()];
    for (const attempt of [one, other]) attempt.sent(() => ({}));
    await one.close("completed", usage);
    await pass(turn, 1_000);
    expect(ledger.callsOf("heartbeat").slice(2)).toEqual([[{ attemptId: other.id, observed: {} }]]);
  });

  it("carry no usage when the attempt cannot be observed", async () => {
    const { open, ledger } = ledgerOf();
    (await open()).sent(() => {
      throw new Error("hm");
    });
    await flushPromises();
    expect(ledger.callsOf("heartbeat")).toMatchObject([[{ observed: {} }]]);
  });

  it("L02 are reported once for each outage, and sent again in the next turn", async () => {
    const { open, ledger, records, pass, failuresOf } = ledgerOf();
    ledger.script("heartbeat", "fails before", "throws", "works", "fails after");
    (await open()).sent(() => ({}));
    await pass(turn, 1_000);
    expect(failuresOf("heartbeat")).toEqual([
      { type: "failure", step: "heartbeat", error: storeDown },
    ]);
    expect(records.all()).toMatchObject([{ sent: false }]);
    await pass(turn, 1_000);
    expect(records.all()).toMatchObject([{ sent: true }]);
    await pass(turn, 1_000);
    expect(failuresOf("heartbeat")).toHaveLength(2);
  });

  it("L06 count as failed when they are not answered within a turn, each of them", async () => {
    const { open, ledger, pass, failuresOf } = ledgerOf();
    ledger.script("heartbeat", "works", 25_000, "hangs");
    (await open()).sent(() => ({}));
    await pass(2 * turn - 1_000, 1_000);
    expect(failuresOf("heartbeat")).toEqual([]);
    await pass(1_000, 1_000);
    const message = "The ledger has not answered a heartbeat within a third of a lease.";
    expect(failuresOf("heartbeat")).toMatchObject([{ error: new Error(message) }]);
    await pass(turn, 1_000);
    expect(failuresOf("heartbeat")).toHaveLength(2);
  });

  it("L06 continue when one of them hangs", async () => {
    const { open, ledger, records, pass, failuresOf } = ledgerOf();
    ledger.script("heartbeat", "hangs");
    (await open()).sent(() => ({}));
    await pass(turn, 1_000);
    await flushPromises();
    expect(records.all()).toMatchObject([{ sent: true }]);
    expect(failuresOf("heartbeat")).toEqual([]);
  });
});
