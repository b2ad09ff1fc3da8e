import { describe, expect, it } from "vitest";
import { ledgerOf, turn, usage } from "../../test/ledger-of.js";
import { storeDown } from "../../test/scripted-ledger.js";

describe("heartbeats", () => {
  it("are sent at every third of the lease, also for attempts that nobody watches yet", async () => {
    const { open, ledger, records, pass } = ledgerOf();
    const [one, other] = [await open(), await open()];
    let output = 0;
    await pass(turn - 1, turn - 1);
    one.watch(() => ({ output }));
    expect(ledger.callsOf("heartbeat")).toEqual([]);
    await pass(1);
    output = 7;
    await pass(turn, 1_000);
    const ofOther = { attemptId: other.id, observed: {} };
    expect(ledger.callsOf("heartbeat")).toEqual([
      [{ attemptId: one.id, observed: { output: 0 } }, ofOther],
      [{ attemptId: one.id, observed: { output: 7 } }, ofOther],
    ]);
    expect(records.all()).toMatchObject([{ observed: { output: 7 } }, { observed: {} }]);
  });

  it("need one timer, and no timer when no attempt is open", async () => {
    const { open, clock } = ledgerOf();
    expect(clock.pending).toBe(0);
    const attempts = await Promise.all([open(), open(), open()]);
    expect(clock.pending).toBe(1);
    for (const attempt of attempts) await attempt.close("completed", usage);
    expect(clock.pending).toBe(0);
  });

  it("are sent for the attempts that are left when one has ended", async () => {
    const { open, ledger, pass } = ledgerOf();
    const [one, other] = [await open(), await open()];
    await one.close("completed", usage);
    await pass(turn, 1_000);
    expect(ledger.callsOf("heartbeat")).toEqual([[{ attemptId: other.id, observed: {} }]]);
  });

  it("carry no usage when the attempt cannot be observed", async () => {
    const { open, ledger, pass } = ledgerOf();
    (await open()).watch(() => {
      throw new Error("hm");
    });
    await pass(turn, 1_000);
    expect(ledger.callsOf("heartbeat")).toMatchObject([[{ observed: {} }]]);
  });

  it("L02 are reported once for each outage, and sent again in the next turn", async () => {
    const { open, ledger, records, pass, failuresOf } = ledgerOf();
    ledger.script("heartbeat", "fails before", "throws", "works", "fails after");
    (await open()).watch(() => ({ output: 1 }));
    await pass(2 * turn, 1_000);
    expect(failuresOf("heartbeat")).toMatchObject([
      { type: "failure", step: "heartbeat", fault: "store", error: storeDown },
    ]);
    expect(records.all()).toMatchObject([{ observed: {} }]);
    await pass(turn, 1_000);
    expect(records.all()).toMatchObject([{ observed: { output: 1 } }]);
    await pass(turn, 1_000);
    expect(failuresOf("heartbeat")).toHaveLength(2);
  });

  it("L06 count as failed when they are not answered within a turn, each of them", async () => {
    const { open, ledger, pass, failuresOf } = ledgerOf();
    ledger.script("heartbeat", "works", 25_000, "hangs");
    await open();
    await pass(3 * turn - 1_000, 1_000);
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
    (await open()).watch(() => ({ output: 1 }));
    await pass(2 * turn, 1_000);
    expect(records.all()).toMatchObject([{ observed: { output: 1 } }]);
    expect(failuresOf("heartbeat")).toHaveLength(1);
  });
});
