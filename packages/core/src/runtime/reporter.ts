import type { FinalRow } from "../accounts/ledger/ledger.js";
import type { ReceiptEntry } from "../conversation/receipt.js";

/** What the service tells its operator. Never holds a key, a prompt or a model's output. */
export type ReporterEvent =
  /** The head of an answer is ready; `milliseconds` have passed since the request came. */
  | {
      readonly type: "answered";
      readonly requestId: string;
      readonly format: string;
      readonly operation: string;
      readonly status: number;
      readonly milliseconds: number;
    }
  /**
   * Something failed. `error` is the original failure with its cause: for logs, not for callers.
   * These steps change no answer: `settle`, the end of a row (its first failure, and once more if it
   * is left open when the service closes); `beat`, signs of life (once per outage); `recover`; and
   * `spend`, what the limits are told.
   */
  | {
      readonly type: "failure";
      /** Absent where the work was for no single request. */
      readonly requestId?: string | undefined;
      readonly step: string;
      readonly error: unknown;
    }
  /** A request or its reply was translated with losses; told once, when the answer is over. */
  | {
      readonly type: "receipt";
      readonly requestId: string;
      readonly entries: readonly ReceiptEntry[];
    }
  /** The ledger has taken the settlement of an attempt; told once for each. */
  | { readonly type: "settled"; readonly row: FinalRow }
  /** This process has ended a row whose own process was lost. */
  | { readonly type: "recovered"; readonly row: FinalRow };

/**
 * Receives what happens. Called synchronously and often: hand the work on. What it throws is
 * swallowed; a failing reporter never changes an answer.
 */
export type Reporter = (event: ReporterEvent) => void;
