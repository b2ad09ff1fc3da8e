import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import { rowOf } from "../../../test/row-of.js";
import type { FinalRow } from "../ledger/ledger.js";
import { createMemoryLedger } from "../ledger/memory-ledger.js";
import { createRowDelivery, type RowDeliveryOptions } from "./create-row-delivery.js";

function deliveryOf(change: Partial<RowDeliveryOptions> = {}) {
  const clock = createFakeClock();
  const ledger = createMemoryLedger();
  const deliver = vi.fn(async (_row: FinalRow) => undefined);
  const delivery = createRowDelivery({
    ledger,
    name: "meter",
    deliver,
    every: 1_000,
    clock,
    ...change,
  });
  async function pass(milliseconds: number) {
    clock.advance(milliseconds);
    await flushPromises();
  }
  return { clock, ledger, deliver, delivery, pass };
}

describe("createRowDelivery", () => {
  it("delivers at once, and then new rows after each pause", async () => {
    const { ledger, deliver, delivery, pass } = deliveryOf();
    await ledger.record(rowOf("a"));
    delivery.start();
    await pass(0);
    expect(deliver).toHaveBeenCalledTimes(1);
    await ledger.record(rowOf("b"));
    await pass(999);
    expect(deliver).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(deliver.mock.lastCall).toEqual([rowOf("b")]);
    await delivery.stop();
  });

  it("waits longer after each failure, up to a limit, and reports the failure", async () => {
    const error = new Error("Not now.");
    const deliver = vi.fn(async () => Promise.reject(error));
    const onFailure = vi.fn(() => {
      throw new Error("A failing listener changes nothing.");
    });
    const { ledger, delivery, pass } = deliveryOf({ deliver, onFailure, longestPause: 3_000 });
    await ledger.record(rowOf("a"));
    delivery.start();
    await pass(0);
    for (const [pause, calls] of [
      [1_999, 1],
      [1, 2],
      [2_999, 2],
      [1, 3],
      [3_000, 4],
    ] as const) {
      await pass(pause);
      expect(deliver).toHaveBeenCalledTimes(calls);
    }
    expect(onFailure).toHaveBeenCalledWith(error);
    deliver.mockResolvedValue(undefined as never);
    await pass(3_000);
    await ledger.record(rowOf("b"));
    await pass(1_000);
    expect(deliver).toHaveBeenCalledTimes(6);
    await delivery.stop();
  });

  it("tries again when the ledger cannot be read", async () => {
    const onFailure = vi.fn();
    const memory = createMemoryLedger();
    await memory.record(rowOf("a"));
    const readCursor = vi.fn(memory.readCursor).mockRejectedValueOnce(new Error("down"));
    const { deliver, delivery, pass } = deliveryOf({
      ledger: { ...memory, readCursor },
      onFailure,
    });
    delivery.start();
    await pass(0);
    await pass(2_000);
    expect([onFailure.mock.calls.length, deliver.mock.calls.length]).toEqual([1, 1]);
    await delivery.stop();
  });

  it("stops after the row in progress, leaves no timer, and can start again", async () => {
    let take = () => {};
    const deliver = vi.fn(() => new Promise<void>((resolve) => (take = resolve)));
    const { clock, ledger, delivery, pass } = deliveryOf({ deliver });
    await ledger.record(rowOf("a"));
    await ledger.record(rowOf("b"));
    delivery.start();
    delivery.start();
    await pass(0);
    const stopped = delivery.stop();
    delivery.start();
    await pass(0);
    expect(deliver).toHaveBeenCalledTimes(1);
    take();
    await stopped;
    await pass(0);
    expect(deliver.mock.lastCall).toEqual([rowOf("b")]);
    take();
    await pass(0);
    await delivery.stop();
    expect(clock.pending).toBe(0);
    await pass(10_000);
    expect(deliver).toHaveBeenCalledTimes(2);
  });

  it.each([0, -1, Number.NaN])("refuses a pause of %d", (every) => {
    expect(() => deliveryOf({ every })).toThrow(TypeError);
  });
});
