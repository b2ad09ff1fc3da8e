// Loads that end by themselves, and what is reported of them.

/**
 * Runs `work` over and over, the given number at once, after a warm-up that is not counted. Whoever takes part
 * begins `stagger` milliseconds after the one before, so that not all come in the same moment.
 * Resolves to the number a second, the microseconds of this process's CPU for each, and the times in
 * milliseconds that half and 99 of 100 stayed below.
 */
export async function measureLoad({ seconds, concurrency, stagger = 0 }, work) {
  const options = { concurrency, stagger };
  await run({ ...options, seconds: seconds / 4 }, work);
  return run({ ...options, seconds }, work);
}

async function run({ seconds, concurrency, stagger }, work) {
  const times = [];
  const since = performance.now();
  const usedBefore = process.cpuUsage();
  const until = since + seconds * 1_000;
  const takePart = async (_, index) => {
    if (stagger > 0) await pause(index * stagger);
    while (performance.now() < until) {
      const begun = performance.now();
      await work();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, takePart));
  const { user, system } = process.cpuUsage(usedBefore);
  return {
    perSecond: (times.length / (performance.now() - since)) * 1_000,
    cpu: (user + system) / times.length,
    ...quantilesOf(times),
  };
}

/** The times that half and 99 of 100 stayed below. */
export function quantilesOf(times) {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))];
  return { p50: at(0.5), p99: at(0.99) };
}

/** The middle of what the rounds have brought, number by number. */
export function medianOf(results) {
  const middle = (name) => quantilesOf(results.map((result) => result[name])).p50;
  return Object.fromEntries(Object.keys(results[0]).map((name) => [name, middle(name)]));
}

/** Resolves after so many milliseconds. */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Prints a table that can be pasted into a page. */
export function printTable(title, head, rows) {
  const lines = [head, head.map((_, index) => (index === 0 ? "---" : "---:")), ...rows];
  console.log(`\n${title}\n\n${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`);
}
