import type { Clock } from "./clock.js";

/**
 * Makes a call and waits for it for at most so many milliseconds; then it rejects. Gives up the
 * waiting, not the call: what it does may still happen. A call that throws at once rejects.
 */
export function inTime<T>(call: () => Promise<T>, milliseconds: number, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    const disarm = clock.after(milliseconds, () =>
      reject(new Error(`The store has not answered within ${milliseconds} ms.`)),
    );
    void Promise.resolve().then(call).then(resolve, reject).finally(disarm);
  });
}
