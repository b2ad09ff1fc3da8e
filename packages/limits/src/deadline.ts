/**
 * The result of the work, if it comes in time.
 * @param undo is called with a result that comes too late
 * @throws Error when the time is over
 */
export function withDeadline<Result>(
  milliseconds: number,
  work: Promise<Result>,
  undo: (late: Result) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reject(new Error(`Redis has not answered within ${milliseconds} ms.`));
    }, milliseconds);
    work
      .then((result) => (late ? undo(result) : resolve(result)), reject)
      .finally(() => clearTimeout(timer));
  });
}
