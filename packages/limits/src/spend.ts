import type { RateKind } from "@diglot/core";
import type { OnError } from "./options.js";
import type { CountedWindow } from "./rates.js";
import type { Windows } from "./store.js";

/** What one attempt has used. */
interface Spent {
  readonly input: number;
  readonly output: number;
}

/**
 * Counts what the attempts of a request have used. The first takes the place of the estimate that the
 * request was let in with. What is more is charged to the window of now, what is less is given back
 * to the window of the estimate.
 */
export function createSpend(
  windows: Windows,
  counted: readonly CountedWindow[],
  onError: OnError,
): (spent: Spent) => void {
  let estimated = true;

  function change({ quota, state }: CountedWindow, amount: number): Promise<unknown> | undefined {
    if (amount > 0) return windows.charge(quota.name, amount);
    if (amount < 0) return windows.giveBack(quota.name, -amount, state.resetAt);
    return undefined;
  }

  return (spent) => {
    for (const window of counted) {
      const { kind, charged } = window.quota;
      const used = usedOf(kind, spent);
      const known = kind === "inputTokens" && estimated ? charged : 0;
      change(window, used - known)?.catch(onError);
    }
    estimated = false;
  };
}

/** The request itself is counted when it is let in. */
function usedOf(kind: RateKind, { input, output }: Spent): number {
  return { requests: 0, inputTokens: input, outputTokens: output }[kind];
}
