import {
  type CallerGonePolicy,
  type Clock,
  createMemoryKeys,
  createService,
  type Ledger,
  type LedgerTimes,
  type Service,
} from "@diglot/core";
import { createModels, type ModelParts, type ProcessState } from "./models.js";
import { wrapLedger } from "./wrap-ledger.js";

/** A process of a run: a service that can be lost at any moment. */
export interface TorturedProcess {
  readonly service: Service;
  readonly state: ProcessState;
  /** Rejects when the process is lost, as its callers' connections do. */
  readonly loss: Promise<never>;
  /** Ends it as `kill -9` would: nothing that it has not done yet is done. */
  lose(): void;
}

/** What a process is made of. */
export interface ProcessOptions extends Omit<ModelParts, "process"> {
  readonly ledger: Ledger;
  readonly ledgerTimes: LedgerTimes;
  readonly onCallerGone: CallerGonePolicy;
}

/** The keys' secrets, by their accounts. */
export const secrets = {
  rich: "secret-of-the-rich",
  poor: "secret-of-the-poor",
  limited: "secret-of-the-limited",
} as const;

/** The id of the key of an account. */
export function keyIdOf(accountId: string): string {
  return `key of ${accountId}`;
}

/** Starts a process. Its clock stops and its calls of the ledger hang when it is lost. */
export function startProcess(options: ProcessOptions): TorturedProcess {
  const { ledger, ledgerTimes, onCallerGone, ...parts } = options;
  const timers = new Set<() => void>();
  const state = { lost: false };
  let reject: (reason: Error) => void = () => undefined;
  const loss = new Promise<never>((_, fail) => {
    reject = fail;
  });
  loss.catch(() => undefined);
  const service = createService({
    models: createModels({ ...parts, process: state }),
    keys: createMemoryKeys(
      Object.entries(secrets).map(([accountId, key]) => ({
        key,
        accountId,
        id: keyIdOf(accountId),
      })),
    ),
    ledger: untilLost(ledger, () => state.lost),
    ledgerTimes,
    onCallerGone,
    drain: { milliseconds: 50 },
    clock: createStoppableClock(timers),
    reporter: "silent",
    timeouts: { firstEvent: 200, betweenEvents: 60, total: 2_000 },
  });
  return {
    service,
    state,
    loss,
    lose() {
      state.lost = true;
      for (const cancel of timers) cancel();
      reject(new Error("The process was lost."));
    },
  };
}

function createStoppableClock(timers: Set<() => void>): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(milliseconds, callback) {
      const timer = setTimeout(() => {
        timers.delete(cancel);
        callback();
      }, milliseconds);
      const cancel = () => {
        clearTimeout(timer);
        timers.delete(cancel);
      };
      timers.add(cancel);
      return cancel;
    },
  };
}

/** A ledger that neither hears nor answers a process that is lost. */
function untilLost(ledger: Ledger, isLost: () => boolean): Ledger {
  const never = new Promise<never>(() => undefined);
  return wrapLedger(ledger, async (_operation, call) => {
    if (isLost()) return never;
    try {
      const result = await call();
      return isLost() ? never : result;
    } catch (error) {
      if (isLost()) return never;
      throw error;
    }
  });
}
