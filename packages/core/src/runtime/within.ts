import type { Clock } from "./clock.js";
import { isPromise, type MaybePromise } from "./maybe-promise.js";
import { nextTurn } from "./turns.js";

/**
 * The result of work, or `undefined` if it is not ready in time; the work itself continues. When
 * the event loop is late, a timer fires before results that are there already, so these have one
 * more turn.
 */
export function within<T>(
  clock: Clock,
  milliseconds: number,
  work: PromiseLike<T>,
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
 * The result of a port's call; an answer that is given at once needs no timer. Rejects if it is not
 * ready in time; its effect may still happen.
 * @param port its name, for the operator
 * @throws what the call throws synchronously
 */
export function inTime<T>(
  clock: Clock,
  milliseconds: number,
  call: () => MaybePromise<T>,
  port = "store",
): MaybePromise<T> {
  const answer = call();
  if (!isPromise(answer)) return answer;
  const known = answer.then((result) => ({ result }));
  return within(clock, milliseconds, known).then((inTime) => {
    if (inTime) return inTime.result;
    throw new Error(`The ${port} did not answer within ${milliseconds} ms.`);
  });
}
