import type {
  AttemptFacts,
  EndedAttempt,
  FinalRow,
  ReceiptEntry,
  ReporterEvent,
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

/** A failure beside the answer of a request. */
export type KeptFailure = Extract<ReporterEvent, { readonly type: "failure" }>;

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
  /** From the request to the first content of its reply, as soon as it has come. */
  readonly firstContentMilliseconds?: number;
  readonly end?: RequestEnded;
  /** What has failed without changing the answer, in the order of time. */
  readonly failures: readonly KeptFailure[];
  readonly losses: readonly ReceiptEntry[];
  readonly rows: readonly FinalRow[];
}
