import type { KeyChange, NewKey } from "../accounts/keys/key-store.js";
import type { RateLimits } from "../accounts/keys/keys.js";
import type { Budget, BudgetName } from "../accounts/ledger/budget.js";
import type { FinalRow, UnknownAccountsPolicy } from "../accounts/ledger/ledger.js";
import type { Credit } from "../accounts/ledger/records.js";
import type { ReceiptEntry } from "../conversation/receipt/receipt.js";
import type { UsageCounts } from "../conversation/usage/usage.js";
import type {
  AttemptFacts,
  EndedAttempt,
  FailureFacts,
  RequestFacts,
  RequestMoment,
  RequestOutcome,
  Waited,
} from "./request-facts.js";

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

/** A request to a model is valid, and its model will be asked. */
export interface RequestBegun extends RequestMoment {
  readonly type: "request_begun";
  /** Since the request came; its key, its place and its body have taken so long. */
  readonly milliseconds: number;
}

/** The reservation of an attempt was accepted, and its model is asked now. */
export interface AttemptBegun extends RequestMoment {
  readonly type: "attempt_begun";
  readonly attempt: AttemptFacts;
}

/**
 * The first content of an attempt's reply has come: from now on a stream flows. A reply that is not
 * streamed comes all at once, and its attempt ends next.
 */
export interface FirstContent extends RequestMoment {
  readonly type: "first_content";
  readonly attempt: AttemptFacts;
  /** Since the request came. */
  readonly milliseconds: number;
  /** Since the reservation of the attempt. */
  readonly attemptMilliseconds: number;
}

/** An attempt has ended, whatever follows: another attempt, or the end of its request. */
export interface AttemptEnded extends RequestMoment {
  readonly type: "attempt_ended";
  readonly attempt: EndedAttempt;
}

/**
 * A request is over: all of its answer has been read or given up, and all of its attempts have ended.
 * Reported once for every request, also for one that was refused before it began.
 */
export interface RequestEnded extends RequestMoment {
  readonly type: "request_ended";
  readonly outcome: RequestOutcome;
  /** The status of the answer; 499 if its caller had left before. */
  readonly status: number;
  /** Why it was refused or has failed; absent if it was answered, or if its caller has left. */
  readonly failure?: FailureFacts | undefined;
  /** From the request to its end. */
  readonly milliseconds: number;
  /** From the request to the head of the answer. */
  readonly headMilliseconds: number;
  /** From the request to the first content of the reply, if it had any. */
  readonly firstContentMilliseconds?: number | undefined;
  readonly waited: Waited;
  /** The id of the model whose reply the caller got, or was getting; absent if there was none. */
  readonly answeredBy?: string | undefined;
  /** In the order in which they have ended. */
  readonly attempts: readonly EndedAttempt[];
  /** The tokens of all attempts together. */
  readonly usage: UsageCounts;
  /** The cost of all attempts together. */
  readonly costNanoDollars: number;
  /** What the request or its reply has lost in translation. */
  readonly losses: readonly ReceiptEntry[];
}

/**
 * Something has failed in the background. `attempt`: a model that opened no attempt has failed, and
 * a wrapper asks another. All other steps concern the stores and change no answer: `settle`, the end
 * of a row (its first failure, and once more if it is left open when the service closes);
 * `heartbeat` (once per outage); `recover`; `idempotency`; `documents`, a reply that is not kept for later
 * requests; `release`, of a place; `spend`, which reports usage to the limits; and `readiness`, each time
 * that a port fails a health check. What is said of the request is absent for `heartbeat` and `recover`,
 * which belong to none.
 */
export interface Failure extends Partial<RequestFacts>, FailureFacts {
  readonly type: "failure";
  /** When, in Unix milliseconds. */
  readonly at: number;
  /** What has failed. */
  readonly step:
    | "attempt"
    | "documents"
    | "heartbeat"
    | "idempotency"
    | "readiness"
    | "recover"
    | "release"
    | "settle"
    | "spend";
  /** The row that it is about, of `settle` and `spend`. */
  readonly attemptId?: string | undefined;
  /** The id of the model that the caller asked for; of `attempt`, the one that has failed. */
  readonly model?: string | undefined;
  /** The base URL of the upstream of the model that has failed, if it has one. */
  readonly upstream?: string | undefined;
}

/**
 * What an upstream is good for now. `ready`: it answers, and takes the key; `unreachable`, `timeout` and
 * `not_ready`: it may come back by itself; `key_refused`; `other_format`: it speaks another one than is
 * configured; `not_a_model_server`: it speaks none.
 */
export type UpstreamState =
  | "ready"
  | "unreachable"
  | "timeout"
  | "not_ready"
  | "key_refused"
  | "other_format"
  | "not_a_model_server";

/** The host of a service has asked an upstream whether it can be used. No model has run for it. */
export interface UpstreamChecked {
  readonly type: "upstream_checked";
  /** When it answered, in Unix milliseconds. */
  readonly at: number;
  /** The name that the host has for it. */
  readonly name: string;
  /** Its base URL. */
  readonly upstream: string;
  readonly state: UpstreamState;
  /** The ids of models of the service that it does not list; empty also if it lists nothing. */
  readonly unlistedModels: readonly string[];
  /** What is wrong and what to do, for the operator. Absent: nothing is. */
  readonly problem?: string | undefined;
}

/** What the service reports to its operator. Never contains a key, a prompt or a model's output. */
export type ReporterEvent =
  /** The service was created; reported once, first of all. */
  | {
      readonly type: "started";
      /** When, in Unix milliseconds. */
      readonly at: number;
      /** The option of the service. */
      readonly unknownAccounts: UnknownAccountsPolicy;
    }
  | RequestBegun
  | AttemptBegun
  | FirstContent
  | AttemptEnded
  | RequestEnded
  /** A request or its reply was translated with losses; reported once, at the end of the answer. */
  | ({
      readonly type: "receipt";
      /** What was lost, in the order in which it was found. */
      readonly entries: readonly ReceiptEntry[];
    } & RequestMoment)
  /** The ledger has accepted the settlement of an attempt; reported once for each. */
  | {
      readonly type: "settled";
      /** When, in Unix milliseconds; the attempt has ended at `settledAt` of its row. */
      readonly at: number;
      readonly row: FinalRow;
    }
  /** This process has ended a row whose own process was lost. */
  | {
      readonly type: "recovered";
      /** When, in Unix milliseconds. */
      readonly at: number;
      readonly row: FinalRow;
    }
  | Failure
  | UpstreamChecked
  /**
   * An administrator has changed something, and the store has confirmed it. A request that was sent
   * again is reported again, although a credit is given and a key revoked only once.
   */
  | ({
      readonly type: "administered";
      /** When it was asked for, in Unix milliseconds. */
      readonly at: number;
      /** The request that has changed it. */
      readonly requestId: string;
      /** The name of the administrator's credential. */
      readonly by: string;
    } & Administration);
