import v8 from "node:v8";
import { uncounted } from "./wrap-globals.ts";

/** Counts turns of the microtask queue in which a promise is worked on. */
export interface TurnCounter {
  /** The turns so far. */
  read(): number;
  stop(): void;
}

/**
 * Begins to count turns. A turn is all that was in the queue when it began. While nothing is in the
 * queue, such as while a thread works, nothing is counted.
 */
export function countTurns(): TurnCounter {
  let turns = 0;
  let jobs = 0;
  let inTurn = false;
  const endTurn = () => {
    inTurn = jobs > 0;
    if (!inTurn) return;
    turns += 1;
    jobs = 0;
    uncounted.queueMicrotask(endTurn);
  };
  const stop = v8.promiseHooks.onBefore(() => {
    jobs += 1;
    if (inTurn) return;
    inTurn = true;
    uncounted.queueMicrotask(endTurn);
  });
  return { read: () => turns + Math.min(jobs, 1), stop: () => stop() };
}
