import type { Clock } from "@diglot/core";
import type { ContractClock } from "../../../src/contracts/index.js";

/** A clock that stands still until the test moves it on; nothing waits for it. */
export function createStillClock(): { readonly clock: Clock; readonly contract: ContractClock } {
  let now = Date.UTC(2026, 10, 21);
  return {
    clock: { now: () => now, monotonic: () => now, after: () => () => undefined },
    contract: {
      now: () => now,
      advance(milliseconds) {
        now += milliseconds;
      },
    },
  };
}
