import type { Clock } from "../../runtime/clock.js";
import type { MaybePromise } from "../../runtime/maybe-promise.js";
import { inTime } from "../../runtime/within.js";
import type { Ledger } from "../ledger/ledger.js";
import { isAnswer } from "../ledger/ledger-health.js";

/** Calls a ledger that may be down. */
export interface LedgerLink {
  isDown(): boolean;
  /**
   * Makes a call, unless the ledger is down. A call that fails, or is not answered in time, takes it
   * down; a refusal does not.
   * @throws what the call throws, or an error at once if the ledger is down
   */
  ask<T>(call: () => MaybePromise<T>, milliseconds?: number): Promise<T>;
  /** Calls a ledger that may be down, without changing anything. @throws if it is still down */
  tryAgain(): Promise<void>;
}

/** An id that no attempt has: its release changes nothing. */
const idOfNone = "att_none";

/**
 * A link to a ledger that is assumed to be up.
 * @param timeout milliseconds that the ledger may take for an answer
 * @param onDown called when it goes down
 */
export function createLedgerLink(
  ledger: Ledger,
  { clock, timeout, onDown }: { clock: Clock; timeout: number; onDown: () => void },
): LedgerLink {
  let isDown = false;

  return {
    isDown: () => isDown,
    async ask(call, milliseconds = timeout) {
      if (isDown) throw new Error("The ledger is down.");
      try {
        return await inTime(clock, milliseconds, call);
      } catch (error) {
        if (!isAnswer(error)) {
          isDown = true;
          onDown();
        }
        throw error;
      }
    },
    async tryAgain() {
      await inTime(clock, timeout, () => ledger.release(idOfNone, clock.now()));
      isDown = false;
    },
  };
}
