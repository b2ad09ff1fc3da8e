// A ledger that is down half of the time, in each of the ways in which a store can be down.
import { setTimeout as wait } from "node:timers/promises";
import { createRandom } from "./random.mjs";

/** The longest outage, and the longest time of work between two, in milliseconds. */
const longest = 600;

/**
 * Whether the ledger is down at a moment of the wall clock, which must not go back. Work and outages
 * take turns; the seed decides how long each lasts. It is the same for all processes that are given
 * the same seed and the same beginning.
 */
export function planOutages(seed, since) {
  const random = createRandom(seed);
  let isDown = true;
  let end = since;
  return (now) => {
    for (; now >= end; isDown = !isDown) end += (0.2 + 0.8 * random()) * longest;
    return isDown;
  };
}

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
    await wait(longest);
    return call();
  },
];

/** Lets the calls of a ledger fail in outages; some are done all the same, at once or later. */
export function withOutages(ledger, isDownAt, random) {
  const failing =
    (call) =>
    (...values) => {
      if (!isDownAt(Date.now())) return call(...values);
      return fates[Math.floor(random() * fates.length)](() => call(...values));
    };
  const { reserve, heartbeat, settle, release, recover, record } = ledger;
  const calls = Object.entries({ reserve, heartbeat, settle, release, recover, record });
  return Object.fromEntries(calls.map(([name, call]) => [name, failing(call)]));
}
