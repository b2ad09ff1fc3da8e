import { type Usage, usageKinds } from "../conversation/usage.js";
import type { BookkeeperSettings } from "./bookkeeper-settings.js";
import type { Beat } from "./ledger.js";
import type { LedgerHealth } from "./ledger-health.js";

/** The signs of life of one service's attempts. */
export interface Beats {
  /** Tells at once that an attempt has left, and then in every turn what it has used, until it is removed. */
  begin(attemptId: string, observe: () => Usage): void;
  /** Keeps the row of an attempt that has ended alive with what it came to, until it is removed. */
  hold(attemptId: string, used: Usage): void;
  remove(attemptId: string): void;
  /** Whether there is no attempt to tell of; there is no timer then. */
  isIdle(): boolean;
  /** Resolves when the ledger has answered what is under way. */
  untilAnswered(): Promise<void>;
  /** Forgets all attempts and frees the timer. */
  stop(): void;
}

/** Turns within a lease. */
const turnsPerLease = 3;

/**
 * Signs of life that gather while the ledger is busy with the ones before. Failures are reported
 * once per outage and made up for in the next turn.
 * @param onTurn called after each turn that the ledger has answered, while there are attempts
 */
export function createBeats(
  { ledger, ledgerTimes: { lease }, clock, report }: BookkeeperSettings,
  health: LedgerHealth,
  onTurn: () => void,
): Beats {
  const observers = new Map<string, () => Usage>();
  /** Attempts that are told of in the next call. */
  const due = new Set<string>();
  let disarm: (() => void) | undefined;
  let answering: Promise<void> | undefined;
  let outage = false;

  function watch(attemptId: string, observe: () => Usage): void {
    observers.set(attemptId, observe);
    disarm ??= clock.after(lease / turnsPerLease, turn);
  }

  function rest(): void {
    disarm?.();
    disarm = undefined;
  }

  function turn(): void {
    disarm = clock.after(lease / turnsPerLease, turn);
    if (answering) {
      // Whoever is waited for so long is waited for no longer: the rows must be kept alive.
      answering = undefined;
      health.noteOverdue();
      noteFailure(
        new Error("The ledger has not answered a sign of life within a third of a lease."),
      );
    }
    for (const attemptId of observers.keys()) due.add(attemptId);
    void tell().then(() => {
      if (observers.size > 0) onTurn();
    });
  }

  async function tell(): Promise<void> {
    while (!answering && due.size > 0) {
      const call = health.call(() => ledger.beat(takeDue(), lease)).then(noteAnswer, noteFailure);
      answering = call;
      await call;
      if (answering === call) answering = undefined;
    }
  }

  function takeDue(): readonly Beat[] {
    const beats = [...due].map((attemptId) => ({
      attemptId,
      observed: toObserved(observers.get(attemptId)),
    }));
    due.clear();
    return beats;
  }

  function noteAnswer(): void {
    outage = false;
  }

  function noteFailure(error: unknown): void {
    if (!outage) report({ type: "failure", step: "beat", error });
    outage = true;
  }

  return {
    begin(attemptId, observe) {
      watch(attemptId, observe);
      due.add(attemptId);
      void tell();
    },
    hold(attemptId, used) {
      watch(attemptId, () => used);
      due.delete(attemptId);
    },
    remove(attemptId) {
      observers.delete(attemptId);
      due.delete(attemptId);
      if (observers.size === 0) rest();
    },
    isIdle: () => observers.size === 0,
    async untilAnswered() {
      await answering;
    },
    stop() {
      observers.clear();
      due.clear();
      rest();
    },
  };
}

/** The counts alone. An observer that throws has observed nothing. */
function toObserved(observe: (() => Usage) | undefined): Usage {
  try {
    const used = observe?.() ?? {};
    return Object.fromEntries(
      usageKinds.flatMap((kind) => (used[kind] === undefined ? [] : [[kind, used[kind]]])),
    );
  } catch {
    return {};
  }
}
