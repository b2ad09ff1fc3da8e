import type { AbortSource } from "./abort-link.js";
import type { Clock } from "./clock.js";
import { raceSignal } from "./race-signal.js";

/**
 * Waits for a number of milliseconds; rejects at once with the signal's reason when the signal
 * aborts.
 */
export async function wait(
  milliseconds: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSource },
): Promise<void> {
  let disarm: (() => void) | undefined;
  const elapse = () =>
    new Promise<void>((resolve) => {
      disarm = clock.after(milliseconds, resolve);
    });
  await raceSignal(signal, elapse, () => disarm?.());
}
