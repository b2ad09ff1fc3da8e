import {
  type AttemptRow,
  createMemoryKeys,
  createMemoryLedger,
  createService,
  type Ledger,
  type MemoryLedger,
  type Service,
} from "@diglot/core";
import { createScriptedModels, type ScriptedRun } from "../../src/scripted-models.js";
import { farModels } from "./far-models.js";
import {
  apiKey,
  bodyLimit,
  firstEventTimeout,
  pingInterval,
  settleDelay,
  tokenSecret,
} from "./terms.js";
import { createTokenIdentities } from "./token-identities.js";

/** One ledger row with how often the ledger was called for it. */
export interface LedgerEntry {
  readonly row: AttemptRow;
  readonly settles: number;
  readonly releases: number;
}

/** What `GET /__state` answers. */
export interface SubjectState {
  readonly runs: readonly ScriptedRun[];
  readonly ledger: readonly LedgerEntry[];
  /** Names that a request has put into the prototype of all objects. */
  readonly polluted: readonly string[];
  /** Failures that nobody caught. */
  readonly uncaught: readonly string[];
}

/** The service that every runtime is tested with. */
export interface Subject {
  readonly service: Service;
  /** Collects what nobody caught; for the server programs. */
  readonly uncaught: string[];
  /** The state of the runs and rows whose prompt is the given one; of all without one. */
  state(prompt?: string | null): SubjectState;
}

/** A service over the scripted models, whose ledger can be read. */
export function createSubject(): Subject {
  const { models, runs } = createScriptedModels();
  const records = createMemoryLedger();
  const { ledger, calls } = countCalls(records);
  const uncaught: string[] = [];
  const service = createService({
    models: [...models, ...farModels],
    ledger,
    keys: createMemoryKeys([{ key: apiKey }]),
    authenticate: createTokenIdentities(tokenSecret),
    cors: true,
    reporter: "silent",
    sizeLimits: { bodyBytes: bodyLimit },
    timeouts: { firstEvent: firstEventTimeout },
    pingInterval,
  });
  return {
    service,
    uncaught,
    state(prompt) {
      const wanted = runs.filter((run) => prompt == null || run.prompt === prompt);
      const ids = new Set(wanted.map(({ requestId }) => requestId));
      return {
        runs: wanted,
        ledger: records
          .all()
          .filter(({ requestId }) => ids.has(requestId))
          .map((row) => ({ row, ...calls(row.attemptId) })),
        polluted: ["polluted"].filter((name) => name in {}),
        uncaught,
      };
    },
  };
}

interface Calls {
  settles: number;
  releases: number;
}

function countCalls(records: MemoryLedger): {
  readonly ledger: Ledger;
  calls(attemptId: string): Calls;
} {
  const counts = new Map<string, Calls>();
  const callsOf = (attemptId: string): Calls => {
    const calls = counts.get(attemptId) ?? { settles: 0, releases: 0 };
    counts.set(attemptId, calls);
    return calls;
  };
  const ledger: Ledger = {
    ...records,
    async settle(settlement) {
      callsOf(settlement.attemptId).settles += 1;
      // A store takes its time, often more than is left of a request whose caller has gone.
      await new Promise((resolve) => setTimeout(resolve, settleDelay));
      await records.settle(settlement);
    },
    release(attemptId, releasedAt) {
      callsOf(attemptId).releases += 1;
      return records.release(attemptId, releasedAt);
    },
  };
  return { ledger, calls: callsOf };
}
