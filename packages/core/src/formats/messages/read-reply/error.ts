import { contextOverflow, type OverflowNumbers } from "../../../errors/context-overflow.js";
import type { ErrorKind, ServiceError } from "../../../errors/service-error.js";
import { kindOfStatus, toUpstreamCause, toUpstreamError } from "../../../http/upstream-error.js";
import { isObject, parseJson } from "../../../json/value.js";
import type { UpstreamFailure } from "../../upstream-format.js";

/**
 * What errors inside an answer with status 200 mean to the caller. Such errors have only a type.
 */
const kindsOfType: ReadonlyMap<string, ErrorKind> = new Map([
  ["invalid_request_error", "bad_request"],
  ["authentication_error", "upstream_unavailable"],
  ["billing_error", "upstream_unavailable"],
  ["permission_error", "upstream_unavailable"],
  ["not_found_error", "upstream_unavailable"],
  ["conflict_error", "upstream_unavailable"],
  ["request_too_large", "too_large"],
  ["rate_limit_error", "rate_limited"],
  ["api_error", "upstream_unavailable"],
  ["timeout_error", "upstream_timeout"],
  ["overloaded_error", "overloaded"],
]);

/**
 * What an error answer of an upstream means to the caller: by its status, or by its type if it came
 * inside an answer with status 200. Accepts any body: JSON of any shape, HTML, or nothing.
 */
export function parseError(failure: UpstreamFailure): ServiceError {
  return toServiceError(failure, false);
}

/** The failure that an event of a stream or an answer with status 200 reports. */
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
  const more = { upstreamStatus: status, mayHaveRun, cause: toUpstreamCause(status, [type]) };
  if (mayOverflow(status, kind) && overflowWords.test(text)) {
    return contextOverflow(readNumbers(text), more);
  }
  return toUpstreamError(kind, headers, more);
}

function toKind(status: number, type: string): ErrorKind {
  if (status < 400) return kindsOfType.get(type) ?? "upstream_bad_response";
  return kindOfStatus(status);
}

/** Messages about a refused key or a rate limit may look like those about an overflow. */
function mayOverflow(status: number, kind: ErrorKind): boolean {
  return kind === "bad_request" || kind === "too_large" || status === 500;
}

/** The error's type, if it looks like one; any other text may contain secrets. */
function readType(text: string): string {
  const body = parseJson(text);
  const error = isObject(body) ? body.error : undefined;
  const type = isObject(error) ? error.type : undefined;
  return typeof type === "string" && /^[a-z_]{1,64}$/.test(type) ? type : "";
}

/** The phrases with which servers of this wire format report that a prompt is too long. */
const overflowWords =
  /(?:prompt|input) is too long|exceeds? (?:the )?(?:maximum |model's |available )*context|maximum context length|context_length_exceeded/i;

function readNumbers(text: string): OverflowNumbers {
  const [, tokens, maximum] = /(\d{1,12}) tokens > (\d{1,12}) maximum/.exec(text) ?? [];
  return { tokens, maximum };
}
