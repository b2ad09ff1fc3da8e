import {
  type Clock,
  createMemoryKeys,
  createService,
  type Ledger,
  type LedgerTimes,
  type Service,
} from "@diglot/core";
import { createModels, type ModelParts } from "./models.js";

/** A process of a run: a service that can be lost at any moment. */
export interface TorturedProcess {
  readonly service: Service;
  readonly lost: boolean;
  /** Rejects when the process is lost, as its callers' connections do. */
  readonly loss: Promise<never>;
  /** Ends it as `kill -9` would: nothing that it has not done yet is done. */
  lose(): void;
}

/** What a process is made of. */
export interface ProcessOptions extends Omit<ModelParts, "process"> {
  readonly ledger: Ledger;
  readonly ledgerTimes: LedgerTimes;
}

/** The keys' secrets, by their accounts. */
export const secrets = { rich: "secret-of-the-rich", poor: "secret-of-the-poor" } as const;

/** Starts a process. Its clock stops and its calls of the ledger hang when it is lost. */
export function startProcess({ ledger, ledgerTimes, ...parts }: ProcessOptions): TorturedProcess {
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
        id: `key of ${accountId}`,
      })),
    ),
    ledger: untilLost(ledger, () => state.lost),
    ledgerTimes,
    clock: createStoppableClock(timers),
    timeouts: { firstEvent: 200, betweenEvents: 120, total: 2_000 },
  });
  return {
    service,
    loss,
    get lost() {
      return state.lost;
    },
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
  async function run<T>(call: () => Promise<T>): Promise<T> {
    if (isLost()) return never;
    try {
      const result = await call();
      return isLost() ? never : result;
    } catch (error) {
      if (isLost()) return never;
      throw error;
    }
  }
  return {
    reserve: (reservation, lease) => run(() => ledger.reserve(reservation, lease)),
    beat: (beats, lease) => run(() => ledger.beat(beats, lease)),
    settle: (settlement) => run(() => ledger.settle(settlement)),
    release: (attemptId, releasedAt) => run(() => ledger.release(attemptId, releasedAt)),
    recover: () => run(() => ledger.recover()),
    record: (row) => run(() => ledger.record(row)),
  };
}
