import type {
  AttemptFacts,
  EndedAttempt,
  FailureFacts,
  FinalRow,
  HeaderList,
  ReceiptEntry,
  RequestFacts,
  RequestOutcome,
  UsageCounts,
  Waited,
} from "@diglot/core";

/**
 * What the page asks the service. Its members have the names that they have in the events of the
 * service; times are Unix milliseconds.
 */

/** A failure, with the words of its error. */
export interface ShownFailure extends Omit<FailureFacts, "error"> {
  /** The error and its causes, one a line; without the words of models and ports unless contents are captured. */
  readonly message: string;
}

/** A line of the live view. */
export interface RequestSummary {
  readonly id: string;
  readonly number: number;
  readonly at: number;
  readonly format: string;
  readonly operation: RequestFacts["operation"];
  readonly stream?: boolean | undefined;
  readonly keyId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly endUser?: string | undefined;
  readonly sessionId?: string | undefined;
  /** The model that the caller asked for, and the one that answers. */
  readonly requestedModel?: string | undefined;
  readonly answeredBy?: string | undefined;
  readonly upstream?: string | undefined;
  readonly state: "running" | RequestOutcome;
  /** Of the answer; absent while it runs. */
  readonly status?: number | undefined;
  readonly failureKind?: string | undefined;
  /** Attempts so far, and how many of them have failed. */
  readonly attempts: number;
  readonly failedAttempts: number;
  readonly input?: number | undefined;
  /** While a request runs, estimated from what has passed; only if contents are captured. */
  readonly output?: number | undefined;
  readonly costNanoDollars?: number | undefined;
  readonly milliseconds?: number | undefined;
  readonly firstContentMilliseconds?: number | undefined;
  readonly losses: number;
}

/** Something that the host of the inspector wants to be read, such as what a test did not expect. */
export interface InspectorNote {
  /** Its first line stands for the rest until that is asked for. */
  readonly text: string;
  /** The request that it is about. */
  readonly requestId?: string | undefined;
}

/** What has changed since a cursor. */
export interface RequestList {
  /** To be passed as `after` the next time. */
  readonly next: string;
  /** Whether these are all requests, and what was known before is to be forgotten. */
  readonly isWhole: boolean;
  /** The number of the oldest request that is kept. */
  readonly oldest: number;
  readonly captures: boolean;
  readonly now: number;
  /** Whether the service has endpoints for administrators, as its host says. */
  readonly hasAdmin: boolean;
  /** Whether the service can tell what is known of its upstreams. */
  readonly hasUpstreams: boolean;
  readonly notes: readonly InspectorNote[];
  readonly requests: readonly RequestSummary[];
}

/** A body without its secrets. */
export interface ShownBody {
  readonly text: string;
  /** All of it, in bytes. */
  readonly bytes: number;
  /** Whether its end was not kept. */
  readonly isCut: boolean;
}

/** An answer without its secrets. */
export interface ShownAnswer {
  readonly at: number;
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: ShownBody;
}

/** What has passed between the service and the upstream of one attempt. */
export interface ShownUpstream {
  readonly attemptId: string;
  readonly at: number;
  readonly url: string;
  readonly request: ShownBody;
  readonly answer?: ShownAnswer | undefined;
}

/** A moment of a request. */
export interface Moment {
  readonly at: number;
  /** `life`: of the request; `attempt`; `event`: of the reply; `block`: bytes of a relayed reply. */
  readonly kind: "life" | "attempt" | "event" | "block";
  readonly label: string;
  readonly detail?: string | undefined;
  /** What follows one another and has the same group is shown as one. */
  readonly group?: string | undefined;
  readonly isBad?: boolean | undefined;
}

/** An attempt; without an end it still runs. */
export interface ShownAttempt extends AttemptFacts {
  readonly beganAt: number;
  readonly endedAt?: number | undefined;
  readonly end?: EndedAttempt["end"] | undefined;
  readonly failure?: ShownFailure | undefined;
  readonly milliseconds?: number | undefined;
  readonly firstContentMilliseconds?: number | undefined;
  readonly keyRestMilliseconds?: number | undefined;
  readonly usage?: UsageCounts | undefined;
  readonly costNanoDollars?: number | undefined;
}

/** A row of the ledger, without what an upstream says of its own usage, which may be anything. */
export type ShownRow = Omit<FinalRow, "rawUsage">;

/** Whether contents are there: `off` is not captured, `gone` is forgotten. */
export type ContentState = "off" | "gone" | "kept";

/** One request. */
export interface RequestDetail {
  readonly summary: RequestSummary;
  readonly facts: RequestFacts;
  readonly failure?: ShownFailure | undefined;
  readonly headMilliseconds?: number | undefined;
  readonly waited?: Waited | undefined;
  readonly usage?: UsageCounts | undefined;
  readonly attempts: readonly ShownAttempt[];
  readonly losses: readonly ReceiptEntry[];
  readonly rows: readonly ShownRow[];
  readonly moments: readonly Moment[];
  /** How many events of the reply were not kept. */
  readonly lostEvents: number;
  readonly contents: ContentState;
  readonly request?: ShownBody | undefined;
  readonly answer?: ShownAnswer | undefined;
  readonly upstreams: readonly ShownUpstream[];
}

/**
 * What is new of a request since a cursor. Of the moments and of the texts of bodies it has what follows
 * the beginnings that are known.
 */
export interface RequestChange extends RequestDetail {
  /** To be passed as `after` the next time. */
  readonly next: string;
  /** How much of each of these parts is known and left out, by its place. */
  readonly skipped: readonly number[];
}

/** What of the ledger belongs together. */
export interface UsageLine extends UsageCounts {
  /** A day, a model, or the id of a key or an account. */
  readonly name: string;
  readonly attempts: number;
  readonly costNanoDollars: number;
}

/** Latencies and errors of the requests that are kept; milliseconds. */
export interface LatencyLine {
  readonly name: string;
  readonly requests: number;
  /** Requests that `failed`, by their outcome. */
  readonly failed: number;
  readonly refused: number;
  readonly p50?: number | undefined;
  readonly p95?: number | undefined;
  readonly p99?: number | undefined;
  readonly firstContentP50?: number | undefined;
  readonly firstContentP95?: number | undefined;
}

/** What usage can be grouped by on the page. */
export type Grouping = "day" | "model" | "key" | "account";

/** What the days of the ledger can be split by. */
export type Split = Exclude<Grouping, "day">;

/** What of one day of the ledger belongs together. */
export interface DailyLine extends UsageLine {
  readonly day: string;
}

/** Sums of the ledger, and latencies of the requests that are kept. */
export interface UsageReport {
  readonly start: string;
  readonly end: string;
  /** Whether there is a ledger; without one all sums are empty. */
  readonly hasLedger: boolean;
  readonly sums: Readonly<Record<Grouping, readonly UsageLine[]>>;
  /** The sums of each day by model, key or account, if the page asked for one of them. */
  readonly daily?: readonly DailyLine[] | undefined;
  /** By spans of time, whose names are their begins in Unix milliseconds, and as the sums. */
  readonly latencies: Readonly<Record<"time" | Grouping, readonly LatencyLine[]>>;
  /** How many requests the latencies are of, and when the first of them ended. */
  readonly kept: { readonly requests: number; readonly since?: number | undefined };
}
