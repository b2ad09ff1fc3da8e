const parts = 16;

/**
 * How many times as much work one large input costs as the same amount in sixteen parts: about once
 * if the work is linear, sixteen times if it is quadratic.
 */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  return ratioOf(
    () => work(size),
    async () => {
      for (let part = 0; part < parts; part++) await work(size / parts);
    },
  );
}

/**
 * How many times as much one work costs as another. The time of the processor is measured and not
 * that of the wall, so that other work on the machine does not count.
 */
export async function ratioOf(one: () => unknown, other: () => unknown): Promise<number> {
  // The first call pays for what is compiled and set up once.
  await other();
  const costs = [await costOf(one), await costOf(other)] as const;
  return costs[0] / Math.max(costs[1], tooLittle);
}

/** Below this, work is linear; well above one, since collecting garbage costs time as well. */
export const linear = 6;

/** Microseconds that the processor's own clock is too coarse to tell from others. */
const tooLittle = 20_000;

/** Microseconds of the processor. */
async function costOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
