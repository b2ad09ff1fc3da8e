import { clip } from "./clip.js";
import type { ExceededRate, RateStatus } from "./rates.js";

/**
 * Everything that can go wrong with an exchange, as a closed set of neutral kinds.
 * Each format's `errors.ts` turns a kind into its own status, type and code.
 */
export type ErrorKind =
  /** The caller's request is malformed or asks for something that the model does not support. */
  | "bad_request"
  /** The body is not JSON; the message says where it goes wrong. */
  | "invalid_json"
  /** No credential, or one that belongs to no key. */
  | "unauthenticated"
  /** A valid key that lacks a permission other than the use of a model. */
  | "no_permission"
  /** The model does not exist or the key may not use it; the two look the same. */
  | "unknown_model"
  /** No endpoint has this path, or what the path or the request names by an id does not exist. */
  | "unknown_path"
  /** The path exists, but not with this method. */
  | "method_not_allowed"
  /** The request conflicts with one that is still running. */
  | "conflict"
  /** The idempotency key was used for a different request. */
  | "idempotency_mismatch"
  /** The outcome of the first request with the same idempotency key is not known. */
  | "idempotency_lost"
  /** The body is larger than its limit. */
  | "too_large"
  /** The content type, charset or content encoding is not one that the service reads. */
  | "unsupported_media"
  /** The key or its account has exceeded a rate, or the service its rate at the model. */
  | "rate_limited"
  /** Too many requests of this key, or of the service, are running. */
  | "concurrency_limited"
  /** The account cannot pay the maximum cost of this request. */
  | "budget_exhausted"
  /** The service or the model accepts no more work at the moment. */
  | "overloaded"
  /** The model could not be reached. */
  | "upstream_unavailable"
  /** The model sent an invalid response. */
  | "upstream_bad_response"
  /** The model did not answer or finish in time. */
  | "upstream_timeout"
  /** A store behind one of the ports is down. */
  | "store_unavailable"
  /** A defect in the service or in an in-process model; the caller sees no detail. */
  | "internal";

/** The place of a problem inside a request body: keys and indexes from the root. */
export type FieldPath = readonly (string | number)[];

/** One fault of a request that may have several. */
export interface FieldProblem {
  /** The place in the caller's body, as a JSON pointer; empty for the body itself. */
  readonly at: string;
  /** A sentence about what is not possible, and for whom. */
  readonly message: string;
}

/** An upstream's own answer to a failed request, for a caller of the same format. */
export interface UpstreamAnswer {
  /** The format that the answer is in. */
  readonly format: string;
  /** The status of the answer. */
  readonly status: number;
  /** The headers that may reach the caller; their names are in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The bytes of the answer. */
  readonly body: Uint8Array;
}

/** The parts of a `ServiceError`. */
export interface ServiceErrorOptions {
  /** The kind of failure. Each format turns it into a status and a body. */
  readonly kind: ErrorKind;
  /**
   * Shown to the caller, at most 2,000 UTF-16 units of it. Never put secrets, prompts or internal
   * details into it.
   */
  readonly message: string;
  /** The field at fault, already in the notation of the caller's format. */
  readonly param?: string | undefined;
  /** A code of the caller's format that is more exact than the kind's own; null for explicitly none. */
  readonly code?: string | null | undefined;
  /** Members for the `details` object of the Messages error body. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** The seconds after which a retry makes sense. */
  readonly retryAfterSeconds?: number | undefined;
  /** The methods that `method_not_allowed` names in its `allow` header. */
  readonly allow?: readonly string[] | undefined;
  /** All faults of the request, if there may be several; each format shows them in its notation. */
  readonly problems?: readonly FieldProblem[] | undefined;
  /**
   * The upstream's words about the caller's request, without secrets. Callers read them after the message, at most
   * 2,000 UTF-16 units of them.
   */
  readonly upstreamMessage?: string | undefined;
  /** The upstream's own answer; a caller of its format gets it unchanged. */
  readonly answer?: UpstreamAnswer | undefined;
  /** The status of the upstream's answer; 200 for an error inside a reply. */
  readonly upstreamStatus?: number | undefined;
  /** Whether a model may have run, so that another attempt may cost again. @default false */
  readonly mayHaveRun?: boolean | undefined;
  /** The rate that the request would exceed. Each format has its own message for it. */
  readonly exceeded?: ExceededRate | undefined;
  /** The rates that apply to the request, for the headers of the answer. */
  readonly rates?: RateStatus | undefined;
  /** The original failure. It goes to the reporter, never to the caller. */
  readonly cause?: unknown;
}

const brand = Symbol.for("diglot.ServiceError");

/** What callers wrote may be part of a message, and may be as long as a body. */
const longestText = 2_000;

/**
 * The error class of the service. Throw it from a port or a model to choose what the caller sees;
 * anything else that is thrown becomes kind `internal` with a generic message.
 */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly kind: ErrorKind;
  declare readonly param: string | undefined;
  declare readonly code: string | null | undefined;
  declare readonly details: Readonly<Record<string, unknown>> | undefined;
  declare readonly retryAfterSeconds: number | undefined;
  declare readonly allow: readonly string[] | undefined;
  declare readonly problems: readonly FieldProblem[] | undefined;
  declare readonly upstreamStatus: number | undefined;
  readonly mayHaveRun: boolean;
  declare readonly exceeded: ExceededRate | undefined;
  declare readonly rates: RateStatus | undefined;
  /** Private, because an upstream's own words may quote a prompt, and whoever logs an error logs its members. */
  readonly #answer: UpstreamAnswer | undefined;
  /** Private for the same reason. */
  readonly #upstreamMessage: string | undefined;

  constructor(options: ServiceErrorOptions) {
    super(
      clip(options.message, longestText),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.kind = options.kind;
    const { param, code, details, retryAfterSeconds, allow, problems, exceeded, rates } = options;
    assignPresent(this, {
      param: param && clip(param, longestText),
      code,
      details,
      retryAfterSeconds,
      allow,
      problems,
      exceeded,
      rates,
      upstreamStatus: options.upstreamStatus,
    });
    this.#answer = options.answer;
    this.#upstreamMessage = options.upstreamMessage && clip(options.upstreamMessage, longestText);
    this.mayHaveRun = options.mayHaveRun ?? false;
    Object.defineProperty(this, brand, { value: true });
  }

  /** The upstream's own answer, for a caller of its format. */
  get answer(): UpstreamAnswer | undefined {
    return this.#answer;
  }

  /** What the upstream said about the caller's request. Keep it out of logs: it may quote a prompt. */
  get upstreamMessage(): string | undefined {
    return this.#upstreamMessage;
  }

  /** Whether a value is a `ServiceError`, of this copy of the package or of another one. */
  static is(value: unknown): value is ServiceError {
    return typeof value === "object" && value !== null && brand in value;
  }

  /** A copy of an error in which some members are changed; all others are as they were. */
  static with(error: ServiceError, changes: Partial<ServiceErrorOptions>): ServiceError {
    const { message, cause, answer, upstreamMessage } = error;
    return new ServiceError({ ...error, message, cause, answer, upstreamMessage, ...changes });
  }

  /** The value itself if it is a `ServiceError`, else one of kind `internal` that hides it. */
  static from(value: unknown): ServiceError {
    if (ServiceError.is(value)) return value;
    return new ServiceError({
      kind: "internal",
      message: "The server had an error while processing your request.",
      cause: value,
    });
  }
}

/** Sets the members that have a value, so that a printed error shows no others. */
function assignPresent(error: object, members: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) Object.defineProperty(error, name, { value, enumerable: true });
  }
}
