import { createFakeClock } from "@diglot/test-support/clock";
import { describe, expect, it, vi } from "vitest";
import {
  createFailingLedger,
  createListOutbox,
  reservationOf,
} from "../../../test/failing-ledger.js";
import { type OutboxOptions, withOutbox } from "./with-outbox.js";

const down = () => Promise.reject(new Error("no connection"));

function createWorld(options: OutboxOptions = {}, outbox = createListOutbox()) {
  const clock = createFakeClock();
  const failing = createFailingLedger();
  const check = vi.fn<() => Promise<void>>(async () => undefined);
  const spooling = withOutbox({ ...failing.ledger, check }, outbox, { clock, ...options });
  return { ...failing, check, spooling };
}

describe("the health check of a ledger with an outbox", () => {
  it("passes while the outbox takes rows, although the ledger is down", async () => {
    const { spooling, become, check } = createWorld();
    become("down");
    check.mockImplementation(down);
    await spooling.reserve(reservationOf("1"), 1_000);
    await expect(spooling.check?.()).resolves.toBeUndefined();
  });

  it("does not wait for a ledger that hangs", async () => {
    const { spooling, check } = createWorld();
    check.mockReturnValue(new Promise(() => undefined));
    await expect(spooling.check?.()).resolves.toBeUndefined();
  });

  it.each([{ maxRows: 1 }, { maxNanoDollars: 9 }])(
    "fails once the outbox is full and the ledger is down: %j",
    async (options) => {
      const { spooling, become, check } = createWorld(options);
      become("down");
      check.mockImplementation(down);
      await spooling.reserve(reservationOf("1", 9), 1_000);
      await expect(spooling.check?.()).rejects.toMatchObject({
        message: "Neither the outbox nor the ledger takes rows.",
        errors: [{ message: /full/ }, { message: /down/ }],
      });
    },
  );

  it("passes while the ledger answers, although the outbox cannot be read", async () => {
    const outbox = createListOutbox();
    const broken = { ...outbox, count: () => Promise.reject(new Error("disk failed")) };
    const { spooling, check } = createWorld({}, broken);
    await expect(spooling.check?.()).resolves.toBeUndefined();
    check.mockImplementation(down);
    await expect(spooling.check?.()).rejects.toMatchObject({
      errors: [{ message: "disk failed" }, { message: "no connection" }],
    });
  });

  it("passes with a ledger that has no check, although the outbox cannot be read", async () => {
    const broken = { ...createListOutbox(), count: () => Promise.reject(new Error("disk failed")) };
    const { ledger } = createFailingLedger();
    const spooling = withOutbox(ledger, broken, { clock: createFakeClock() });
    await expect(spooling.check?.()).resolves.toBeUndefined();
  });
});
