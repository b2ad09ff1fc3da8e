import type {
  AttemptFacts,
  EndedAttempt,
  FinalRow,
  ReceiptEntry,
  RequestEnded,
  RequestFacts,
} from "@diglot/core";

/** One attempt of a request; times are Unix milliseconds. */
export interface KeptAttempt {
  readonly facts: AttemptFacts;
  readonly beganAt: number;
  readonly endedAt?: number;
  readonly ended?: EndedAttempt;
}

/** What the log knows of one request; times are Unix milliseconds. */
export interface KeptRequest {
  readonly facts: RequestFacts;
  /** Its place in the order in which requests became known, from 1. */
  readonly number: number;
  /** Larger than that of every earlier change of any request. */
  readonly version: number;
  /** When it came, as far as it is known: exactly only once it is over. */
  readonly beganAt: number;
  /** By the attempts' ids, in their order. */
  readonly attempts: ReadonlyMap<string, KeptAttempt>;
  readonly end?: RequestEnded;
  readonly losses: readonly ReceiptEntry[];
  readonly rows: readonly FinalRow[];
}
