/**
 * A function that calls back when all that had arrived at the time of the call has been reported, such
 * as the end of a connection. One immediate would not do: the current round of events may have begun
 * before. Calls of the same round share their immediates.
 */
export function createEventBarrier(): (callback: () => void) => void {
  let round: (() => void)[] | undefined;

  function begin(): (() => void)[] {
    const callbacks: (() => void)[] = [];
    setImmediate(() => {
      round = undefined;
      setImmediate(() => {
        for (const callback of callbacks) callback();
      });
    });
    return callbacks;
  }

  return (callback) => {
    round ??= begin();
    round.push(callback);
  };
}
