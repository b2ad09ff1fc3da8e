import type { Clock } from "@diglot/core";

/** Lets so many milliseconds pass, or all time if none are given; an abort of any signal ends it. */
export function pause(
  milliseconds: number | undefined,
  clock: Clock,
  ...signals: readonly AbortSignal[]
): Promise<void> {
  return new Promise((resolve) => {
    if (signals.some(({ aborted }) => aborted)) return resolve();
    const disarm = milliseconds === undefined ? undefined : clock.after(milliseconds, end);
    function end(): void {
      disarm?.();
      for (const signal of signals) signal.removeEventListener("abort", end);
      resolve();
    }
    for (const signal of signals) signal.addEventListener("abort", end);
  });
}
