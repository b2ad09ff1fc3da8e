import { createMemoryLedger } from "@diglot/core";
import { flushPromises } from "@diglot/test-support/wait";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call } from "./caller.js";
import { startProcess } from "./process.js";
import { createScript } from "./script.js";
import { createWitness } from "./witness.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it("a process that is lost leaves no timer, and nothing of it reaches the ledger any more", async () => {
  const witness = createWitness();
  const ledger = createMemoryLedger();
  const script = {
    ...createScript(1, 0),
    ...({ account: "rich", model: "in-process", format: "messages", stream: true } as const),
    ...({ reply: "endless", pieces: 2, pace: 0, caller: { name: "stay" } } as const),
  };
  const process = startProcess({
    ...{ ledger, witness, scriptOf: () => script, onCallerGone: "bill-observed" },
    ledgerTimes: { reserve: 200, lease: 900 },
  });
  const answered = call(process, script);
  for (let round = 0; witness.reached.size === 0 && round < 1_000; round++) await flushPromises();
  expect(witness.reached.size).toBe(1);
  await vi.advanceTimersByTimeAsync(5);
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  process.lose();
  await answered;
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ledger.all().map(({ state }) => state)).toEqual(["open"]);
});
