// A ledger that is down half of the time, in each of the ways in which a store can be down.
import { setTimeout as wait } from "node:timers/promises";

/** Milliseconds of one outage and the time of work after it. The wall clock decides, so that it is the same for all processes. */
const period = 700;

const isDown = () => Date.now() % period < period / 2;

/** What becomes of a call in an outage. */
const fates = [
  async () => {
    throw new Error("The connection was refused.");
  },
  () => {
    throw new Error("The store is broken.");
  },
  async (call) => {
    await call();
    throw new Error("The connection was lost.");
  },
  async (call) => {
    await wait(period);
    return call();
  },
];

/** Lets the calls of a ledger fail in outages; some are done all the same, at once or later. */
export function withOutages(ledger, random) {
  const failing =
    (call) =>
    (...values) => {
      if (!isDown()) return call(...values);
      return fates[Math.floor(random() * fates.length)](() => call(...values));
    };
  const { reserve, heartbeat, settle, release, recover, record } = ledger;
  const calls = Object.entries({ reserve, heartbeat, settle, release, recover, record });
  return Object.fromEntries(calls.map(([name, call]) => [name, failing(call)]));
}
