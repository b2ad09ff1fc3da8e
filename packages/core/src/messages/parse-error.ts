import { type ErrorKind, ServiceError } from "../errors/service-error.js";
import { readRetryAfter } from "../http/retry-after.js";
import type { UpstreamFailure } from "../upstream-format.js";
import { isObject } from "./wire-value.js";

/** What each status of an upstream means to the caller; the upstream's account is the operator's. */
const kindsOfStatus: ReadonlyMap<number, ErrorKind> = new Map([
  [400, "bad_request"],
  [413, "too_large"],
  [422, "bad_request"],
  [429, "overloaded"],
  [503, "overloaded"],
  [504, "upstream_timeout"],
  [529, "overloaded"],
]);

/** The same for errors inside an answer of status 200, which have only a type. */
const kindsOfType: ReadonlyMap<string, ErrorKind> = new Map([
  ["invalid_request_error", "bad_request"],
  ["authentication_error", "upstream_unavailable"],
  ["billing_error", "upstream_unavailable"],
  ["permission_error", "upstream_unavailable"],
  ["not_found_error", "upstream_unavailable"],
  ["conflict_error", "upstream_unavailable"],
  ["request_too_large", "too_large"],
  ["rate_limit_error", "overloaded"],
  ["api_error", "upstream_unavailable"],
  ["timeout_error", "upstream_timeout"],
  ["overloaded_error", "overloaded"],
]);

/** What callers are told. The upstream's own text may hold secrets or a prompt and is never passed on. */
const messages: Readonly<Partial<Record<ErrorKind, string>>> = {
  bad_request: "The model behind this endpoint refused the request.",
  too_large: "The request is too large for the model behind this endpoint.",
  overloaded: "The model behind this endpoint is overloaded. Try again later.",
  upstream_unavailable: "The model behind this endpoint is not available.",
  upstream_timeout: "The model behind this endpoint did not answer in time.",
  upstream_bad_response: "The model behind this endpoint sent an answer that is none.",
};

/** What the operator should look at. */
const advice: ReadonlyMap<number, string> = new Map([
  [401, " It refused the service's own key."],
  [402, " The service's own account there cannot pay."],
  [403, " It refused the service's own key."],
  [404, " It does not know the model or the path."],
]);

/**
 * What an error answer of an upstream means to the caller: by its status, or by its type where it
 * came inside an answer of status 200. Reads any body: JSON of any shape, HTML, nothing.
 */
export function parseError(failure: UpstreamFailure): ServiceError {
  return toServiceError(failure, false);
}

/** The failure that an event of a stream or an answer of status 200 tells of. */
export function toInBandError(value: unknown, mayHaveRun: boolean): ServiceError {
  const failure = { status: 200, headers: new Headers(), text: JSON.stringify(value) };
  return toServiceError(failure, mayHaveRun);
}

function toServiceError(
  { status, headers, text }: UpstreamFailure,
  mayHaveRun: boolean,
): ServiceError {
  const type = readType(text);
  const kind = toKind(status, type);
  const told = type === "" ? "" : ` (${type})`;
  const cause = new Error(`The upstream answered ${status}${told}.${advice.get(status) ?? ""}`);
  if (mayOverflow(status, kind) && overflowWords.test(text)) {
    return toOverflow(text, mayHaveRun, cause);
  }
  return new ServiceError({
    kind,
    message: messages[kind] ?? "",
    retryAfterSeconds: kind === "overloaded" ? readRetryAfter(headers) : undefined,
    mayHaveRun,
    cause,
  });
}

function toKind(status: number, type: string): ErrorKind {
  if (status < 400) return kindsOfType.get(type) ?? "upstream_bad_response";
  return kindsOfStatus.get(status) ?? "upstream_unavailable";
}

/** A refused key or a rate has phrases like those of an overflow. */
function mayOverflow(status: number, kind: ErrorKind): boolean {
  return kind === "bad_request" || kind === "too_large" || status === 500;
}

/** The error's type, if it looks like one; other texts may hold what nobody should see. */
function readType(text: string): string {
  const body = parseJson(text);
  const error = isObject(body) ? body.error : undefined;
  const type = isObject(error) ? error.type : undefined;
  return typeof type === "string" && /^[a-z_]{1,64}$/.test(type) ? type : "";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The words in which servers of this wire say that a prompt does not fit. */
const overflowWords =
  /(?:prompt|input) is too long|exceeds? (?:the )?(?:maximum |model's |available )*context|maximum context length|context_length_exceeded/i;

/** Agents shorten their history when they read this wording, and repeat for ever what is told otherwise. */
function toOverflow(text: string, mayHaveRun: boolean, cause: Error): ServiceError {
  const [, tokens, maximum] = /(\d{1,12}) tokens > (\d{1,12}) maximum/.exec(text) ?? [];
  const numbers =
    tokens === undefined
      ? "it exceeds the model's maximum context length"
      : `${tokens} tokens > ${maximum} maximum`;
  return new ServiceError({
    kind: "bad_request",
    code: "context_length_exceeded",
    message: `prompt is too long: ${numbers}`,
    mayHaveRun,
    cause,
  });
}
