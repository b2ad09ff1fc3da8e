import type { Clock } from "./clock.js";
import { nextTurn } from "./turns.js";

/**
 * The result of work, or `undefined` if it is not ready in time; the work itself continues. When
 * the event loop is late, a timer fires before results that are there already, so these have one
 * more turn.
 */
export function within<T>(
  clock: Clock,
  milliseconds: number,
  work: Promise<T>,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const disarm = clock.after(milliseconds, () => void nextTurn().then(() => resolve(undefined)));
    const settle = <V>(give: (value: V) => void) => {
      return (value: V) => {
        disarm();
        give(value);
      };
    };
    work.then(settle(resolve), settle(reject));
  });
}

/**
 * The result of a port's call. Rejects if it is not ready in time or if the call throws
 * synchronously. Its effect may still happen.
 * @param port its name, for the operator
 */
export async function inTime<T>(
  clock: Clock,
  milliseconds: number,
  call: () => Promise<T>,
  port = "store",
): Promise<T> {
  const work = Promise.resolve().then(call);
  const answer = await within(
    clock,
    milliseconds,
    work.then((result) => ({ result })),
  );
  if (answer) return answer.result;
  throw new Error(`The ${port} did not answer within ${milliseconds} ms.`);
}
