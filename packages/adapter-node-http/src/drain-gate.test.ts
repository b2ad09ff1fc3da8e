import { EventEmitter } from "node:events";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it, vi } from "vitest";
import type { Connection } from "./connection.js";
import { createDrainGate } from "./drain-gate.js";
import { toSettings } from "./settings.js";

/** A gate on a response, in time that the test moves. */
function open() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const response = Object.assign(new EventEmitter(), {
    ...{ chunkedEncoding: true, destroy: vi.fn(), hasHeader: () => false },
  });
  const caller = new AbortController();
  const settings = toSettings({ writeStallTimeout: 1_000 });
  const connection = { response, signal: caller.signal, settings } as unknown as Connection;
  return { response, caller, gate: createDrainGate(connection) };
}

describe("a drain gate", () => {
  it("is passable when the socket takes more, each time, with one listener for all waits", async () => {
    const { response, gate } = open();
    for (let wait = 0; wait < 3; wait++) {
      const passed = gate.passable();
      response.emit("drain");
      await passed;
    }
    expect(response.listenerCount("drain")).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
    gate.close();
    expect(response.listenerCount("drain")).toBe(0);
  });

  it("is passable when it is opened, and at once when the caller has gone", async () => {
    const { caller, gate } = open();
    const passed = gate.passable();
    gate.open();
    await passed;
    caller.abort();
    await gate.passable();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("destroys the response of a client that takes nothing for too long", async () => {
    const { response, gate } = open();
    void gate.passable();
    await flushPromises();
    vi.advanceTimersByTime(999);
    expect(response.destroy).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(response.destroy).toHaveBeenCalledOnce();
  });
});
