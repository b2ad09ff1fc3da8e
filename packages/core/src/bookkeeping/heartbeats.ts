import type { Heartbeat } from "../accounts/ledger/ledger.js";
import type { LedgerHealth } from "../accounts/ledger/ledger-health.js";
import { mergeUsage, type Usage } from "../conversation/usage/usage.js";
import { toStoreFailure } from "../events/failure-facts.js";
import { type Passing, PassingSet } from "../runtime/passing-set.js";
import type { BookkeeperSettings } from "./bookkeeper-settings.js";

/** An attempt that needs heartbeats. */
export interface ObservedAttempt extends Passing {
  readonly attemptId: string;
  /** What it has used so far; may be replaced. */
  observe: () => Usage;
}

/** The heartbeats of one service's attempts. */
export interface Heartbeats {
  /** Sends a heartbeat of an attempt in every turn, until it is removed. */
  add(attempt: ObservedAttempt): void;
  remove(attempt: ObservedAttempt): void;
  /** Whether no attempt needs heartbeats; there is no timer then. */
  isIdle(): boolean;
  /** Resolves when the ledger has answered the running calls. */
  untilAnswered(): Promise<void>;
  /** Forgets all attempts and frees the timer. */
  stop(): void;
}

/** Turns within a lease. */
const turnsPerLease = 3;

/** The attempts that need heartbeats, and the heartbeats in progress. */
interface HeartbeatState {
  readonly settings: BookkeeperSettings;
  readonly health: LedgerHealth;
  readonly onTurn: () => void;
  readonly attempts: PassingSet<ObservedAttempt>;
  /** The calls that the ledger has not answered. */
  readonly underWay: Set<Promise<void>>;
  /** The call of the last turn, until it is answered. */
  lastTurn: Promise<void> | undefined;
  /** Cancels the next turn. */
  disarm: (() => void) | undefined;
  /** Whether the last call that was answered failed. */
  outage: boolean;
}

/**
 * Heartbeats, three in a lease. In a turn of the timer all attempts share one call. Failures are
 * reported once per outage and made up for in the next turn.
 * @param onTurn called after each turn that the ledger has answered, while there are attempts
 */
export function createHeartbeats(
  settings: BookkeeperSettings,
  health: LedgerHealth,
  onTurn: () => void,
): Heartbeats {
  const state = startState(settings, health, onTurn);
  return {
    add: (attempt) => add(state, attempt),
    remove: (attempt) => remove(state, attempt),
    isIdle: () => state.attempts.size === 0,
    async untilAnswered() {
      await Promise.all(state.underWay);
    },
    stop() {
      state.attempts.clear();
      rest(state);
    },
  };
}

function startState(
  settings: BookkeeperSettings,
  health: LedgerHealth,
  onTurn: () => void,
): HeartbeatState {
  return {
    settings,
    health,
    onTurn,
    attempts: new PassingSet(),
    underWay: new Set(),
    lastTurn: undefined,
    disarm: undefined,
    outage: false,
  };
}

function add(state: HeartbeatState, attempt: ObservedAttempt): void {
  state.attempts.add(attempt);
  state.disarm ??= planTurn(state);
}

function planTurn(state: HeartbeatState): () => void {
  const { clock, ledgerTimes } = state.settings;
  return clock.after(ledgerTimes.lease / turnsPerLease, () => turn(state));
}

function turn(state: HeartbeatState): void {
  state.disarm = planTurn(state);
  if (state.lastTurn) noteOverdue(state);
  const call = send(state);
  state.lastTurn = call;
  void call.then(() => {
    if (state.lastTurn === call) state.lastTurn = undefined;
    if (state.attempts.size > 0) state.onTurn();
  });
}

/** Counts a turn that is not answered yet as failed. The next turn does not wait for it, because the leases must be renewed. */
function noteOverdue(state: HeartbeatState): void {
  state.health.noteOverdue();
  noteFailure(
    state,
    new Error("The ledger has not answered a heartbeat within a third of a lease."),
  );
}

function send(state: HeartbeatState): Promise<void> {
  const { settings, health, attempts, underWay } = state;
  const { ledger, ledgerTimes } = settings;
  const heartbeats = attempts.values().map(toHeartbeat);
  const beat = async () => health.call(() => ledger.heartbeat(heartbeats, ledgerTimes.lease));
  const call = beat().then(
    () => noteAnswer(state),
    (error: unknown) => noteFailure(state, error),
  );
  underWay.add(call);
  void call.then(() => underWay.delete(call));
  return call;
}

function noteAnswer(state: HeartbeatState): void {
  state.outage = false;
}

function noteFailure(state: HeartbeatState, error: unknown): void {
  const { report, clock } = state.settings;
  if (!state.outage)
    report({ type: "failure", at: clock.now(), step: "heartbeat", ...toStoreFailure(error) });
  state.outage = true;
}

function remove(state: HeartbeatState, attempt: ObservedAttempt): void {
  state.attempts.delete(attempt);
  if (state.attempts.size === 0) rest(state);
}

function rest(state: HeartbeatState): void {
  state.disarm?.();
  state.disarm = undefined;
}

/** Only the counts of what was observed. An observer that throws has observed nothing. */
function toHeartbeat(attempt: ObservedAttempt): Heartbeat {
  const { attemptId } = attempt;
  try {
    return { attemptId, observed: mergeUsage({}, attempt.observe()) };
  } catch {
    return { attemptId, observed: {} };
  }
}
