import { type Clock, systemClock } from "../../runtime/clock.js";
import { type Check, deferred } from "../../validation/check.js";
import { checkOptions } from "../../validation/check-options.js";
import { members } from "../../validation/objects.js";
import { validClock } from "../../validation/runtime-ports.js";
import { callback, positive } from "../../validation/values.js";
import { type DeliveryOptions, deliverRows, deliveryChecks } from "./deliver-rows.js";

/** A delivery that repeats itself. Times are in milliseconds. */
export interface RowDeliveryOptions extends Omit<DeliveryOptions, "signal"> {
  /** The pause between two deliveries. */
  readonly every: number;
  /**
   * The longest pause. The pause doubles with each failure, up to this. @default 300_000, or `every` if that is
   * longer
   */
  readonly longestPause?: number | undefined;
  /** The source of time. @default the clock of the system */
  readonly clock?: Clock | undefined;
  /**
   * Called with the reason why a delivery stopped: the rejection of `deliver` or of the ledger. Errors that it
   * throws are ignored.
   */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

const validOptions: Check = /* @__PURE__ */ deferred(() =>
  members<RowDeliveryOptions>({
    ...deliveryChecks(),
    every: { required: positive },
    longestPause: positive,
    clock: validClock,
    onFailure: callback,
  }),
);

/** A running delivery. */
export interface RowDelivery {
  /** Delivers now and from then on; has no effect while it runs. */
  start(): void;
  /** Delivers no further row; resolves when the current one has been answered. */
  stop(): Promise<void>;
}

/**
 * Delivers rows again and again. Nothing is lost while it does not run: it continues from its cursor.
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createRowDelivery(options: RowDeliveryOptions): RowDelivery {
  checkOptions("createRowDelivery", options, validOptions);
  const { ledger, name, deliver, batch, every, onFailure } = options;
  const { longestPause = Math.max(300_000, every), clock = systemClock } = options;
  let stopping = new AbortController();
  let running: Promise<void> | undefined;
  let cancelTimer: (() => void) | undefined;

  async function runOnce(pause: number, signal: AbortSignal): Promise<void> {
    const succeeded = await attemptDelivery({ ledger, name, deliver, batch, signal }, onFailure);
    if (signal.aborted) return;
    const next = succeeded ? every : Math.min(pause * 2, longestPause);
    cancelTimer = clock.after(next, () => {
      running = runOnce(next, signal);
    });
  }

  return {
    start() {
      if (running && !stopping.signal.aborted) return;
      stopping = new AbortController();
      const { signal } = stopping;
      running = Promise.resolve(running).then(() => runOnce(every, signal));
    },
    async stop() {
      stopping.abort();
      cancelTimer?.();
      await running;
    },
  };
}

/** Whether all available rows were delivered. */
async function attemptDelivery(
  options: DeliveryOptions,
  onFailure: RowDeliveryOptions["onFailure"],
): Promise<boolean> {
  const failed = await deliverRows(options).then(
    (result) => result.failed,
    (error: unknown) => ({ error }),
  );
  if (!failed) return true;
  try {
    onFailure?.(failed.error);
  } catch {}
  return false;
}
