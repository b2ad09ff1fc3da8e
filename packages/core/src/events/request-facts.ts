import type { AttemptEnd } from "../conversation/attempt-end.js";
import type { ReplyFacts } from "../conversation/reply-facts.js";
import type { FinalUsage } from "../conversation/usage/usage.js";
import type { Fault } from "../errors/fault.js";
import type { ErrorKind } from "../errors/service-error.js";

/** The W3C trace context that the caller has sent, in the form of its headers. */
export interface TraceContext {
  /** Version, trace id, span id of the caller and flags, in hexadecimal digits, joined by `-`. */
  readonly traceparent: string;
  /** What tracing systems have added. */
  readonly tracestate?: string | undefined;
}

/**
 * What every event of a request says: who asked, and for what. A member is absent until it is known,
 * and where there is no such thing. None of them holds a key, a prompt or an output.
 */
export interface RequestFacts {
  /** The id in the header `request-id` of the answer, and in the rows of the ledger. */
  readonly requestId: string;
  /** The name of the caller's format. */
  readonly format: string;
  /** What was asked for. The last four reach no operation: `unknown` is a path that does not exist. */
  readonly operation:
    | "generate"
    | "count_tokens"
    | "list_models"
    | "get_model"
    | "connect"
    | "endpoint"
    | "home"
    | "preflight"
    | "unknown"
    | "wrong_method";
  /** The path of the additional endpoint, as it was declared. */
  readonly endpoint?: string | undefined;
  /** The id of the key, or the one that `authenticate` returned. */
  readonly keyId?: string | undefined;
  /** The account that pays. */
  readonly accountId?: string | undefined;
  /** For whom the caller acts, as the body says; its first 255 characters. */
  readonly endUser?: string | undefined;
  /** The session that the request belongs to, as the tool that sends it says; not verified. */
  readonly sessionId?: string | undefined;
  /**
   * The model name that the caller asked for; its first 255 characters. Also of a request that is
   * refused because there is no such model, or because of another member of its body.
   */
  readonly requestedModel?: string | undefined;
  /** The id of the model that this name stands for. A wrapper may ask others in its place. */
  readonly model?: string | undefined;
  /** Whether an event stream was asked for. */
  readonly stream?: boolean | undefined;
  /** The trace of which the request is a part, if its caller has sent a valid `traceparent`. */
  readonly trace?: TraceContext | undefined;
  /** What the caller has sent of the headers that a reporter asks for with `contextHeaders`. */
  readonly contextHeaders?: Readonly<Record<string, string>> | undefined;
}

/** What is known of a request when something happens to it. */
export interface RequestMoment extends RequestFacts {
  /** When, in Unix milliseconds. */
  readonly at: number;
}

/** Why something has failed. */
export interface FailureFacts {
  /** Whose fault it is, as far as the error shows it. */
  readonly fault: Fault;
  /** The kind of error, which decides what the caller gets. */
  readonly kind: ErrorKind;
  /** The status of the upstream's answer; absent if it has not answered. */
  readonly upstreamStatus?: number | undefined;
  /**
   * The original failure with its cause: for logs, not for callers. What a model or a port of the
   * operator has thrown is not changed; failures of upstreams are described by URLs, statuses, codes
   * and sizes, and by what upstreams say of their own affairs.
   */
  readonly error: unknown;
}

/** A model that has failed, and where it was asked. */
export interface FailedAttempt {
  /** Its id. */
  readonly model: string;
  /** The base URL of its upstream, if it has one. */
  readonly upstream?: string | undefined;
  /** What was thrown. */
  readonly error: unknown;
}

/** Which attempt of a request it is, and where it goes. */
export interface AttemptFacts {
  /** The id of its row. */
  readonly attemptId: string;
  /** Its number among the attempts of its request, from 1. */
  readonly number: number;
  /** The id of the model that is asked and billed. */
  readonly model: string;
  /** The base URL of its upstream, if it has one. */
  readonly upstream?: string | undefined;
  /** The upstream's own name of the model. */
  readonly upstreamModel?: string | undefined;
  /** The name of the upstream's format. */
  readonly upstreamFormat?: string | undefined;
  /** Which of the upstream's keys it gets, by its place from 0, if there are several: `keys[1]`. */
  readonly upstreamKey?: string | undefined;
  /** The most that it may cost. */
  readonly reservedNanoDollars: number;
}

/** How an attempt has ended. */
export interface EndedAttempt extends AttemptFacts {
  /** `unsent`: nothing has left; `abandoned`: its model has forgotten it, and its row is recovered. */
  readonly end: AttemptEnd | "unsent" | "abandoned";
  /** Why it has failed, if it has. */
  readonly failure?: FailureFacts | undefined;
  /** From its reservation to its end. */
  readonly milliseconds: number;
  /** From its reservation to the first content of its reply, if it had any; of a reply that came all at once, to its end. */
  readonly firstContentMilliseconds?: number | undefined;
  /** For how many milliseconds its key rests, if the upstream has several and refused this one. */
  readonly keyRestMilliseconds?: number | undefined;
  /** The tokens that it has used, and where each number comes from. */
  readonly usage: FinalUsage;
  /** What it costs its account; 0 for a model without prices. */
  readonly costNanoDollars: number;
  /** What its reply says of itself, as far as it came. */
  readonly reply?: ReplyFacts | undefined;
}

/**
 * How a request has ended. `answered`: completely; `refused`: the caller must change something or may
 * not do this; `failed`: anything else; `left`: the caller has gone before the end.
 */
export type RequestOutcome = "answered" | "refused" | "failed" | "left";

/** What a request has waited for before its model was called, in milliseconds. */
export interface Waited {
  /** For a place, and for the rates. */
  readonly limits: number;
  /** For the reservations of its attempts. */
  readonly ledger: number;
}
