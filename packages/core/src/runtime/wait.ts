import type { Clock } from "./clock.js";
import { raceSignal } from "./race-signal.js";

/** Lets so many milliseconds pass; rejects at once with the signal's reason when that aborts. */
export async function wait(
  milliseconds: number,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  let disarm: (() => void) | undefined;
  const elapse = () =>
    new Promise<void>((resolve) => {
      disarm = clock.after(milliseconds, resolve);
    });
  await raceSignal(signal, elapse, () => disarm?.());
}
