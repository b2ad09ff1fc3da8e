import type { Connection } from "./connection.js";
import { destroyResponse } from "./destroy-response.js";

/** Where a writer waits while the socket is full. */
export interface DrainGate {
  /** Resolves when the socket takes more, when the caller has gone, or when the gate is opened. */
  passable(): Promise<void>;
  /** Lets the waiting writer go. */
  open(): void;
  /** Ends the gate and leaves no listener behind. */
  close(): void;
}

/**
 * A gate on one response. It has one `drain` listener for all waits: compressing middleware moves
 * such listeners to a stream of its own, where they can never be taken off again.
 */
export function createDrainGate({ response, signal, settings }: Connection): DrainGate {
  let listening = false;
  let wake: (() => void) | undefined;
  const open = () => wake?.();
  return {
    passable() {
      if (signal.aborted) return Promise.resolve();
      if (!listening) response.on("drain", open);
      listening = true;
      return new Promise((resolve) => {
        const timer = setTimeout(() => destroyResponse(response), settings.writeStallTimeout);
        wake = () => {
          clearTimeout(timer);
          wake = undefined;
          resolve();
        };
      });
    },
    open,
    close() {
      open();
      response.off("drain", open);
    },
  };
}
