import type { KeyChange, NewKey } from "../accounts/keys/key-store.js";
import type { RateLimits } from "../accounts/keys/keys.js";
import type { Budget, BudgetName } from "../accounts/ledger/budget.js";
import type { FinalRow, UnknownAccountsPolicy } from "../accounts/ledger/ledger.js";
import type { Credit } from "../accounts/ledger/records.js";
import type { ReceiptEntry } from "../conversation/receipt.js";
import type { Fault } from "../errors/fault.js";

/** What an administrator has done through `adminEndpoints`. */
export type Administration =
  | {
      readonly action: "issue_key";
      readonly keyId: string;
      readonly accountId: string;
      readonly key: Omit<NewKey, "secret">;
    }
  | {
      readonly action: "change_key";
      readonly keyId: string;
      readonly accountId: string;
      readonly change: KeyChange;
    }
  /** For `overlap` milliseconds the earlier secrets stay valid. */
  | {
      readonly action: "rotate_key";
      readonly keyId: string;
      readonly accountId: string;
      readonly overlap: number;
    }
  | { readonly action: "revoke_key"; readonly keyId: string; readonly accountId: string }
  | ({ readonly action: "set_budget" } & Budget)
  | ({ readonly action: "remove_budget" } & BudgetName)
  | { readonly action: "credit_account"; readonly accountId: string; readonly credit: Credit }
  /** The limits that all keys of the account share from now on; absent: none. */
  | {
      readonly action: "limit_account";
      readonly accountId: string;
      readonly limits: RateLimits | undefined;
    };

/** What the service reports to its operator. Never contains a key, a prompt or a model's output. */
export type ReporterEvent =
  /** The service was created; reported once, first of all. `unknownAccounts` is its option. */
  | { readonly type: "started"; readonly unknownAccounts: UnknownAccountsPolicy }
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
  | { readonly type: "recovered"; readonly row: FinalRow }
  /**
   * An administrator has changed something, and the store has confirmed it. A request that was sent
   * again is reported again, although a credit is given and a key revoked only once.
   */
  | ({
      readonly type: "administered";
      readonly requestId: string;
      /** The name of the administrator's credential. */
      readonly by: string;
    } & Administration);

/**
 * Receives these events. It is called synchronously and often, so it should defer longer work.
 * Errors that it throws are ignored; a failing reporter never changes an answer.
 */
export type Reporter = (event: ReporterEvent) => void;
