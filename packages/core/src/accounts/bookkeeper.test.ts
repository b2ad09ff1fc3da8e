import { describe, expect, it, vi } from "vitest";
import { createFakeClock } from "../../test/fake-clock.js";
import type { FinalUsage } from "../conversation/usage.js";
import { ServiceError } from "../errors/service-error.js";
import { defineModel } from "../models/define-model.js";
import { toSettings } from "../options.js";
import type { ReporterEvent } from "../reporter.js";
import type { Ledger } from "./ledger.js";
import { createMemoryLedger } from "./memory-ledger.js";
import { openAttempt } from "./open-attempt.js";

const usage: FinalUsage = {
  input: 10,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteLong: 0,
  output: 5,
  reasoning: 0,
  source: "reported",
};
const model = defineModel("m", async function* () {}, { prices: { input: 1, output: 2 } });

function attemptOf(change: Partial<Ledger> = {}, reservedOutput = 50) {
  const memory = createMemoryLedger();
  const ledger: Ledger = {
    reserve: (reservation) => memory.reserve(reservation),
    settle: (settlement) => memory.settle(settlement),
    release: (id) => memory.release(id),
    ...change,
  };
  const events: ReporterEvent[] = [];
  const clock = createFakeClock(1_000);
  const track = vi.fn((_work: Promise<unknown>) => undefined);
  const settings = toSettings({
    models: [model],
    allowAnonymous: true,
    ledger,
    clock,
    reporter: (event) => events.push(event),
  });
  const opening = openAttempt(
    {
      settings,
      key: { id: "key-1", accountId: "team", models: "all" },
      requestId: "req",
      format: "messages",
      inputBound: 100,
      reservedOutput,
      track,
    },
    { model },
  );
  return { opening, memory, events, clock, track };
}

describe("openAttempt", () => {
  it("reserves for no bound so much that sums are no longer exact", async () => {
    const { opening, memory } = attemptOf({}, Number.MAX_SAFE_INTEGER);
    await opening;
    const [row] = memory.all();
    expect(row?.reservedTokens.output).toBe(1_000_000_000);
    expect((row?.reservedNanoDollars ?? 0) * 1_000).toBeLessThan(Number.MAX_SAFE_INTEGER);
  });

  it("writes the open row with the worst case before anything is sent", async () => {
    const { opening, memory } = attemptOf();
    await opening;
    expect(memory.all()).toEqual([
      {
        attemptId: expect.stringMatching(/^att_\w{22}$/),
        requestId: "req",
        accountId: "team",
        keyId: "key-1",
        model: "m",
        format: "messages",
        openedAt: 1_000,
        reservedTokens: { input: 100, output: 50 },
        reservedNanoDollars: 200_000,
        state: "open",
      },
    ]);
  });

  it("settles the row with what was used, and reports it", async () => {
    const { opening, memory, events, clock, track } = attemptOf();
    const attempt = await opening;
    clock.advance(250);
    await attempt.close("completed", usage);
    const settled = { state: "settled", usage, costNanoDollars: 20_000, settledAt: 1_250 };
    expect(memory.all()).toMatchObject([{ ...settled, end: "completed" }]);
    expect(events).toEqual([{ type: "settled", row: memory.all()[0] }]);
    expect(track).toHaveBeenCalledTimes(1);
  });

  it("ends the row once, whichever end comes first", async () => {
    const closed = attemptOf();
    const attempt = await closed.opening;
    await Promise.all([attempt.close("timeout", usage), attempt.close("completed", usage)]);
    await attempt.release();
    expect(closed.memory.all()).toMatchObject([{ state: "settled", end: "timeout" }]);
    expect([closed.events.length, closed.track.mock.calls.length]).toEqual([1, 1]);

    const released = attemptOf();
    const other = await released.opening;
    await other.release();
    await other.close("completed", usage);
    expect(released.memory.all()).toMatchObject([{ state: "released" }]);
    expect(released.memory.balance("team")).toEqual({ spent: 0, reserved: 0 });
    expect(released.events).toEqual([]);
  });

  it("hands on what the ledger wants the caller to be told", async () => {
    const refused = new ServiceError({ kind: "budget_exhausted", message: "No." });
    const { opening } = attemptOf({ reserve: () => Promise.reject(refused) });
    await expect(opening).rejects.toBe(refused);
  });

  const down = new Error("connection to db.internal refused");
  const failing: readonly (readonly [string, () => Promise<void>])[] = [
    ["rejects", () => Promise.reject(down)],
    [
      "throws at once",
      () => {
        throw down;
      },
    ],
  ];

  it.each(failing)("L01 lets nobody in when the ledger %s", async (_name, reserve) => {
    const { opening, track } = attemptOf({ reserve });
    await expect(opening).rejects.toMatchObject({ kind: "store_unavailable", cause: down });
    await expect(opening).rejects.not.toThrow("db.internal");
    expect(track).not.toHaveBeenCalled();
  });

  it.each(failing)(
    "L02 L06 never rejects when a settlement %s, and reports it",
    async (_name, settle) => {
      const { opening, events } = attemptOf({ settle, release: settle });
      await (await opening).close("completed", usage);
      expect(events).toEqual([{ type: "failure", requestId: "req", step: "settle", error: down }]);
      const released = attemptOf({ settle, release: settle });
      await (await released.opening).release();
      expect(released.events).toMatchObject([{ type: "failure", step: "settle" }]);
    },
  );

  it("tells who waits for settlements before the first of them has ended", async () => {
    const { opening, track } = attemptOf({ settle: () => new Promise(() => undefined) });
    const attempt = await opening;
    void attempt.close("completed", usage);
    expect(track).toHaveBeenCalledTimes(1);
  });
});
