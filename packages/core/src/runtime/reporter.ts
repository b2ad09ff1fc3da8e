import type { FinalRow } from "../accounts/ledger/ledger.js";
import type { ReceiptEntry } from "../conversation/receipt.js";
import type { Fault } from "../errors/fault.js";

/** What the service reports to its operator. Never contains a key, a prompt or a model's output. */
export type ReporterEvent =
  /** The head of an answer is ready; `milliseconds` have passed since the request arrived. */
  | {
      readonly type: "answered";
      readonly requestId: string;
      readonly format: string;
      readonly operation: string;
      readonly status: number;
      readonly milliseconds: number;
    }
  /**
   * Something failed. `error` is the original failure with its cause: for logs, not for callers. What
   * a model or a port of the operator has thrown is not changed; failures of upstreams are described
   * by URLs, statuses, codes and sizes, and by what upstreams say of their own affairs.
   * The step `attempt` is a failure of one model after which another attempt was made, by `withRetry`
   * or `withFallback`: the last failure of a request has the request's own step.
   * Failures of these steps change no answer either: `settle`, the end of a row (its first failure, and once
   * more if it is left open when the service closes); `heartbeat` (once per outage); `recover`; and
   * `spend`, which reports usage to the limits.
   */
  | {
      readonly type: "failure";
      /** Absent if the work did not belong to a single request. */
      readonly requestId?: string | undefined;
      readonly step: string;
      /** Whose fault it is, as far as the error shows it. */
      readonly fault: Fault;
      /** The id of the model that was asked; absent if no model was. */
      readonly model?: string | undefined;
      /** The base URL of that model's upstream, if it has one. */
      readonly upstream?: string | undefined;
      readonly error: unknown;
    }
  /** A request or its reply was translated with losses; reported once, at the end of the answer. */
  | {
      readonly type: "receipt";
      readonly requestId: string;
      readonly entries: readonly ReceiptEntry[];
    }
  /** The ledger has accepted the settlement of an attempt; reported once for each. */
  | { readonly type: "settled"; readonly row: FinalRow }
  /** This process has ended a row whose own process was lost. */
  | { readonly type: "recovered"; readonly row: FinalRow };

/**
 * Receives these events. It is called synchronously and often, so it should defer longer work.
 * Errors that it throws are ignored; a failing reporter never changes an answer.
 */
export type Reporter = (event: ReporterEvent) => void;
