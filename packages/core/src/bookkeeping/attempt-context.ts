import type { KeyRecord } from "../accounts/keys/keys.js";
import type { CallerGonePolicy } from "../accounts/ledger/ledger.js";
import type { RequestEvents } from "../events/request-events.js";
import type { TraceContext } from "../events/request-facts.js";
import type { AbortSource } from "../runtime/abort-link.js";
import type { InputSize } from "./input-limit.js";

/** The run of a request, as far as its attempts need it. */
export interface AttemptRun {
  /** Once it has aborted, nothing is opened for the request any more. */
  readonly signal: AbortSource;
  /** Adds something to do when the request is over. */
  onEnd(work: () => void): void;
  /** Called with the work of each row, which ends when the row is final. */
  track(work: Promise<unknown>): void;
}

/** The request whose attempts are recorded. */
export interface AttemptContext {
  readonly key: KeyRecord;
  readonly requestId: string;
  readonly format: string;
  /** The model name that the caller asked for. */
  readonly requestedModel: string;
  readonly endUser: string | undefined;
  readonly sessionId?: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly onCallerGone: CallerGonePolicy;
  readonly input: InputSize;
  /** The most tokens of the whole reply. */
  readonly reservedOutput: number;
  readonly run: AttemptRun;
  /** Absent if nobody listens to the service. */
  readonly events: RequestEvents | undefined;
  readonly trace: TraceContext | undefined;
}
