import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import { describe, expect, it } from "vitest";
import {
  createFailingLedger,
  createListOutbox,
  reservationOf,
  settlementOf,
} from "../../../test/failing-ledger.js";
import { withOutbox } from "./with-outbox.js";

const lease = 1_000;
const retry = 100;

function createWorld(outbox = createListOutbox()) {
  const clock = createFakeClock();
  const failing = createFailingLedger();
  const spooling = withOutbox(failing.ledger, outbox, { clock, retry });
  /** Lets the time pass after which a ledger that is down is asked again. */
  async function wait(): Promise<void> {
    clock.advance(retry);
    await flushPromises();
  }
  const states = () => failing.records.all().map((row) => `${row.attemptId} ${row.state}`);
  return { ...failing, clock, outbox, spooling, wait, states };
}

describe("the rows of an outbox", () => {
  it("P01 of a former process are handed over with the first reservation", async () => {
    const { ledger, outbox, clock, become, states, records } = createWorld();
    become("down");
    await withOutbox(ledger, outbox, { clock }).reserve(reservationOf("left"), lease);
    become("up");
    clock.advance(5);
    const next = withOutbox(ledger, outbox, { clock });
    await next.reserve(reservationOf("next"), lease);
    await flushPromises();
    expect(states()).toEqual(["left recovered", "next open"]);
    expect(records.all()).toMatchObject([{ settledAt: clock.now() }, {}]);
  });

  it("that end after the ledger is back are handed over by themselves", async () => {
    const { spooling, become, wait, states, clock } = createWorld();
    become("down");
    await spooling.reserve(reservationOf("1"), lease);
    become("up");
    await wait();
    expect(clock.pending).toBe(0);
    await spooling.settle(settlementOf("1"));
    await wait();
    expect(states()).toEqual(["1 settled"]);
  });

  it("are handed over at the close, after which nothing is planned", async () => {
    const { spooling, become, clock, states } = createWorld();
    become("down");
    for (const id of ["1", "2"]) {
      await spooling.reserve(reservationOf(id), lease);
      await spooling.settle(settlementOf(id));
    }
    expect(clock.pending).toBe(1);
    become("up");
    await spooling.close();
    expect(states()).toEqual(["1 settled", "2 settled"]);
    expect(clock.pending).toBe(0);
  });

  it("wait for the next process if the ledger is down at the close", async () => {
    const { spooling, become, clock, outbox } = createWorld();
    become("down");
    await spooling.reserve(reservationOf("1"), lease);
    await spooling.settle(settlementOf("1"));
    await spooling.close();
    expect([outbox.rows.size, clock.pending]).toEqual([1, 0]);
    const next = createWorld(outbox);
    next.become("down");
    await next.spooling.close();
    expect([outbox.rows.size, next.clock.pending]).toEqual([1, 0]);
  });

  it("are no failure of a flush if they cannot be counted", async () => {
    const outbox = createListOutbox();
    const count = () => Promise.reject(new Error("disk failed"));
    const { spooling } = createWorld({ ...outbox, count });
    expect(await spooling.flush()).toBe(0);
    await spooling.close();
  });
});

describe("a ledger that was down", () => {
  it("is asked again although no row waits for it", async () => {
    const { spooling, become, wait, outbox, states } = createWorld();
    become("down");
    await expect(spooling.heartbeat([], lease)).rejects.toThrow("no connection");
    become("up");
    await wait();
    await spooling.reserve(reservationOf("1"), lease);
    expect(states()).toEqual(["1 open"]);
    expect(outbox.rows.size).toBe(0);
  });
});

describe("a ledger that refuses", () => {
  it("is not down", async () => {
    const { spooling, outbox, states } = createWorld();
    await expect(spooling.reserve(reservationOf("1", 101), lease)).rejects.toThrow("credit");
    await spooling.reserve(reservationOf("2"), lease);
    expect(states()).toEqual(["2 open"]);
    expect(outbox.rows.size).toBe(0);
  });
});
