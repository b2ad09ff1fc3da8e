import { mergeUsage, type Usage } from "../../conversation/usage.js";
import type { Heartbeat } from "../ledger/ledger.js";
import type { BookkeeperSettings } from "./bookkeeper-settings.js";
import type { LedgerHealth } from "./ledger-health.js";

/** The signs of life of one service's attempts. */
export interface Heartbeats {
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
 * Signs of life. The first of an attempt is handed to the ledger before `begin` returns, whatever
 * else is under way: a process that is lost a moment later must have said so. In a turn of the timer
 * all attempts share a call. Failures are reported once per outage and made up for in the next turn.
 * @param onTurn called after each turn that the ledger has answered, while there are attempts
 */
export function createHeartbeats(
  { ledger, ledgerTimes: { lease }, clock, report }: BookkeeperSettings,
  health: LedgerHealth,
  onTurn: () => void,
): Heartbeats {
  const observers = new Map<string, () => Usage>();
  const underWay = new Set<Promise<void>>();
  let lastTurn: Promise<void> | undefined;
  let disarm: (() => void) | undefined;
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
    if (lastTurn) noteOverdue();
    const call = tell([...observers.keys()]);
    lastTurn = call;
    void call.then(() => {
      if (lastTurn === call) lastTurn = undefined;
      if (observers.size > 0) onTurn();
    });
  }

  /** Whoever is waited for so long is waited for no longer: the rows must be kept alive. */
  function noteOverdue(): void {
    health.noteOverdue();
    noteFailure(new Error("The ledger has not answered a sign of life within a third of a lease."));
  }

  function tell(attemptIds: readonly string[]): Promise<void> {
    const heartbeats = attemptIds.map((attemptId) =>
      toHeartbeat(attemptId, observers.get(attemptId)),
    );
    const call = health
      .call(() => ledger.heartbeat(heartbeats, lease))
      .then(noteAnswer, noteFailure);
    underWay.add(call);
    void call.then(() => underWay.delete(call));
    return call;
  }

  function noteAnswer(): void {
    outage = false;
  }

  function noteFailure(error: unknown): void {
    if (!outage) report({ type: "failure", step: "heartbeat", error });
    outage = true;
  }

  return {
    begin(attemptId, observe) {
      watch(attemptId, observe);
      void tell([attemptId]);
    },
    hold(attemptId, used) {
      watch(attemptId, () => used);
    },
    remove(attemptId) {
      observers.delete(attemptId);
      if (observers.size === 0) rest();
    },
    isIdle: () => observers.size === 0,
    async untilAnswered() {
      await Promise.all(underWay);
    },
    stop() {
      observers.clear();
      rest();
    },
  };
}

/** The counts alone, without what is none. An observer that throws has observed nothing. */
function toHeartbeat(attemptId: string, observe: (() => Usage) | undefined): Heartbeat {
  try {
    return { attemptId, observed: mergeUsage({}, observe?.() ?? {}) };
  } catch {
    return { attemptId, observed: {} };
  }
}
