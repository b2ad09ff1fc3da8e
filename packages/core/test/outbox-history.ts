import assert from "node:assert/strict";
import { createFakeClock } from "@diglot/test-support/clock";
import { flushPromises } from "@diglot/test-support/wait";
import fc from "fast-check";
import { type Ledger, type MaybePromise, type Outbox, withOutbox } from "../src/index.js";
import {
  createFailingLedger,
  createSlowOutbox,
  type Mode,
  reservationOf,
  settlementOf,
} from "./failing-ledger.js";

const lease = 1_000_000;
const modes: readonly Mode[] = ["up", "down", "commits, then fails", "hangs"];

/** A step of a history: what the ledger, the time, the process and its attempts do. */
export type OutboxStep =
  | { readonly do: "become"; readonly mode: Mode }
  | { readonly do: "wait"; readonly milliseconds: number }
  | { readonly do: "reserve" | "crash" }
  | { readonly do: "heartbeat" | "settle" | "release"; readonly which: number };

/** Any step. */
export const outboxStep: fc.Arbitrary<OutboxStep> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<OutboxStep>({ do: "reserve" }) },
  fc.record({ do: fc.constant("become" as const), mode: fc.constantFrom(...modes) }),
  fc.record({ do: fc.constant("wait" as const), milliseconds: fc.constantFrom(0, 300, 2_000) }),
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom("heartbeat" as const, "settle" as const, "release" as const),
      which: fc.nat(9),
    }),
  },
  fc.constant<OutboxStep>({ do: "crash" }),
);

/** What was confirmed to an attempt. */
interface Attempt {
  readonly id: string;
  promised: "nothing" | "open" | "reported" | "settled" | "released";
  isEnding: boolean;
}

/** The functions of a process; they do nothing once the process is lost. */
function untilLost<T extends object>(functions: T, isLost: () => boolean): T {
  const calls = Object.entries(functions).map(([name, call]) => [
    name,
    typeof call === "function"
      ? async (...values: unknown[]) => {
          if (isLost()) return new Promise(() => undefined);
          const result = await call(...values);
          return isLost() ? new Promise(() => undefined) : result;
        }
      : call,
  ]);
  return Object.fromEntries(calls);
}

/** Plays a history, and returns the outcome of each attempt. */
async function live(history: readonly OutboxStep[]) {
  const clock = createFakeClock();
  const { ledger, records, become } = createFailingLedger(1_000_000, clock);
  const outbox = createSlowOutbox();
  const attempts: Attempt[] = [];
  let alive: Attempt[] = [];
  let process = start();

  function start() {
    let isLost = false;
    const own = {
      ledger: untilLost<Ledger>(ledger, () => isLost),
      outbox: untilLost<Outbox>(outbox, () => isLost),
    };
    const spooling = withOutbox(own.ledger, own.outbox, { clock, timeout: 200, retry: 500 });
    function lose(): void {
      isLost = true;
    }
    return { ...spooling, lose };
  }

  function promise(
    call: MaybePromise<void>,
    attempt: Attempt,
    promised: Attempt["promised"],
  ): void {
    const keep = () => {
      if (alive.includes(attempt)) attempt.promised = promised;
    };
    Promise.resolve(call).then(keep, () => {
      attempt.isEnding = false;
    });
  }

  function reserve(): void {
    const attempt: Attempt = { id: `${attempts.length}`, promised: "nothing", isEnding: false };
    attempts.push(attempt);
    alive.push(attempt);
    promise(process.reserve(reservationOf(attempt.id), lease), attempt, "open");
  }

  function work(attempt: Attempt, what: "heartbeat" | "settle" | "release"): void {
    if (attempt.isEnding || attempt.promised === "nothing") return;
    if (what === "release" && attempt.promised === "reported") return;
    if (what === "heartbeat") {
      const reported = process.heartbeat(
        [{ attemptId: attempt.id, observed: { output: 1 } }],
        lease,
      );
      const noteReported = () => {
        if (alive.includes(attempt) && !attempt.isEnding) attempt.promised = "reported";
      };
      // What the ledger did not record is in the outbox.
      reported.then(noteReported, noteReported);
      return;
    }
    attempt.isEnding = true;
    if (what === "settle") promise(process.settle(settlementOf(attempt.id)), attempt, "settled");
    else promise(process.release(attempt.id, 5), attempt, "released");
  }

  function take(next: OutboxStep): void {
    switch (next.do) {
      case "become":
        become(next.mode);
        return;
      case "wait":
        clock.advance(next.milliseconds);
        return;
      case "reserve":
        reserve();
        return;
      case "crash":
        process.lose();
        alive = [];
        process = start();
        return;
      default: {
        const attempt = alive[next.which % Math.max(1, alive.length)];
        if (attempt) work(attempt, next.do);
      }
    }
  }

  async function settleDown(): Promise<void> {
    for (let turn = 0; turn < 12; turn++) {
      clock.advance(300);
      await flushPromises();
    }
  }

  for (const next of history) {
    take(next);
    await flushPromises();
  }
  become("up");
  await settleDown();
  for (const attempt of alive) work(attempt, "settle");
  await settleDown();
  await process.flush();
  clock.advance(2 * lease);
  await records.recover();
  return {
    attempts,
    rows: records.all(),
    balance: await records.balance("a"),
    left: outbox.rows.size,
  };
}

const allowed: Readonly<Record<Attempt["promised"], readonly string[]>> = {
  nothing: ["settled", "released", "recovered"],
  open: ["settled", "released", "recovered"],
  reported: ["settled", "recovered"],
  settled: ["settled"],
  released: ["released"],
};

/**
 * Plays a history, and checks that each row that was confirmed is there, once, and that the balance
 * is the sum of the rows. @throws AssertionError
 */
export async function assertRowsKept(history: readonly OutboxStep[]): Promise<void> {
  const { attempts, rows, balance, left } = await live(history);
  const states = new Map(rows.map(({ attemptId, state }) => [attemptId, state]));
  assert.equal(states.size, rows.length, "An attempt has two rows.");
  for (const { id, promised } of attempts) {
    if (promised === "nothing") continue;
    const state = states.get(id) ?? "absent";
    assert.ok(allowed[promised].includes(state), `What was ${promised} is ${state}.`);
  }
  const spent = rows.reduce(
    (sum, row) => sum + (row.state === "open" ? 0 : row.costNanoDollars),
    0,
  );
  assert.deepEqual([balance.spent, balance.reserved, left], [spent, 0, 0]);
}
