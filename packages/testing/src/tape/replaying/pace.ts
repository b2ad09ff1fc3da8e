import { type Check, checks, type ModelRequest } from "@diglot/core";
import { pause } from "../../common/pause.js";

/**
 * How much of the recorded time passes: none, all of it, or a factor of it (0.5 is twice as fast).
 */
export type ReplayTiming = "ignored" | "recorded" | number;

/** Waits for moments of a recording, counted from the request. */
export interface Pace {
  /** @throws the reason of the request's signal once it aborts, also while it waits */
  until(milliseconds: number): Promise<void>;
  /** Ends all waiting, as if the moment had come. */
  stop(): void;
}

const factors = { ignored: 0, recorded: 1 } as const;

/** The pace of one reply. */
export function createPace(
  timing: ReplayTiming,
  { clock, signal }: Pick<ModelRequest, "clock" | "signal">,
): Pace {
  const factor = typeof timing === "number" ? timing : factors[timing];
  const began = clock.monotonic();
  const stopped = new AbortController();
  return {
    async until(milliseconds) {
      signal.throwIfAborted();
      const left = began + milliseconds * factor - clock.monotonic();
      if (factor === 0 || left <= 0 || stopped.signal.aborted) return;
      await pause(left, clock, signal, stopped.signal);
      signal.throwIfAborted();
    },
    stop: () => stopped.abort(),
  };
}

/** How much of the recorded time passes. */
export const validTiming: Check = checks.is(
  '"ignored", "recorded" or a factor of at least 0',
  (value) => value === "ignored" || value === "recorded" || isFactor(value),
);

function isFactor(value: unknown): boolean {
  return Number.isFinite(value) && Number(value) >= 0;
}
