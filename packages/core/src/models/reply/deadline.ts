import type { Clock } from "../../runtime/clock.js";
import type { Timeouts } from "./timeouts.js";

/** The times for the first event of a reply and for all of it; one timer serves both. */
export interface Deadline {
  /** The first event has come: only the time for the whole reply counts from now on. */
  noteFirst(): void;
  /** Frees the timer. Nothing is called afterwards. */
  dispose(): void;
}

/** The deadline of a reply whose times begin now. */
export function createDeadline(
  clock: Clock,
  { firstEvent, total }: Pick<Timeouts, "firstEvent" | "total">,
  expire: () => void,
): Deadline {
  const start = clock.monotonic();
  let limit = Math.min(firstEvent, total);
  let disarm = clock.after(limit, check);

  function check(): void {
    const left = start + limit - clock.monotonic();
    if (left > 0) disarm = clock.after(left, check);
    else expire();
  }

  return {
    noteFirst() {
      limit = total;
    },
    dispose: () => disarm(),
  };
}
