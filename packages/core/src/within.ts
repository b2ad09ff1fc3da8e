import type { Clock } from "./clock.js";

/** What work results in, or `undefined` if that takes longer; the work itself goes on. */
export function within<T>(
  clock: Clock,
  milliseconds: number,
  work: Promise<T>,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const disarm = clock.after(milliseconds, () => resolve(undefined));
    const settle = <V>(give: (value: V) => void) => {
      return (value: V) => {
        disarm();
        give(value);
      };
    };
    work.then(settle(resolve), settle(reject));
  });
}
