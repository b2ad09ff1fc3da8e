import type { Clock } from "@diglot/core";

/** Lets so many milliseconds pass, or all time if none are given; an abort of the signal ends it. */
export function pause(
  milliseconds: number | undefined,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const disarm = milliseconds === undefined ? undefined : clock.after(milliseconds, end);
    function end(): void {
      disarm?.();
      signal.removeEventListener("abort", end);
      resolve();
    }
    signal.addEventListener("abort", end);
  });
}
