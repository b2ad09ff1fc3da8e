/** Microseconds of CPU that this process has used, all its threads included. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Some work; each call is one operation. */
export type Work = () => unknown;

/**
 * Runs some work over and over for about so many milliseconds of this process's CPU. Other work on the
 * machine does not count.
 * @returns microseconds of CPU for each operation
 */
export async function costOf(work: Work, milliseconds: number): Promise<number> {
  const begun = cpuTime();
  const until = begun + milliseconds * 1_000;
  let times = 0;
  for (let batch = 1; cpuTime() < until; batch = Math.min(2 * batch, 64)) {
    for (let index = 0; index < batch; index++) {
      const result = work();
      if (result instanceof Promise) await result;
    }
    times += batch;
  }
  return (cpuTime() - begun) / times;
}
