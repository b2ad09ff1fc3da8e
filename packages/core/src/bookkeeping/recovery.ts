import type { LedgerHealth } from "../accounts/ledger/ledger-health.js";
import { recoverBatchSize } from "../accounts/ledger/rows.js";
import { toStoreFailure } from "../events/failure-facts.js";
import type { BookkeeperSettings } from "./bookkeeper-settings.js";

/** Ends the rows whose process was lost. */
export interface Recovery {
  /**
   * Recovers in the background, unless it was done within the last lease. After a failed call of the
   * ledger it waits until calls have succeeded for a whole lease: during an outage no process can send
   * heartbeats, and rows of running attempts must not be taken for lost.
   */
  consider(): void;
  /** Resolves when nothing is being recovered. */
  untilDone(): Promise<void>;
}

/** The recovery of one service. Every row that it ends is reported. */
export function createRecovery(
  { ledger, ledgerTimes: { lease }, clock, report }: BookkeeperSettings,
  health: LedgerHealth,
): Recovery {
  let lastBegun = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;

  async function recover(): Promise<void> {
    let found: number;
    do {
      const rows = await health.call(() => ledger.recover());
      for (const row of rows) report({ type: "recovered", at: clock.now(), row });
      found = rows.length;
    } while (found >= recoverBatchSize);
  }

  return {
    consider() {
      if (running || clock.monotonic() - lastBegun < lease || !health.isSteadyFor(lease)) return;
      lastBegun = clock.monotonic();
      running = recover()
        .catch((error: unknown) =>
          report({ type: "failure", at: clock.now(), step: "recover", ...toStoreFailure(error) }),
        )
        .finally(() => {
          running = undefined;
        });
    },
    async untilDone() {
      await running;
    },
  };
}
