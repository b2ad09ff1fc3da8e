import { contextOverflow } from "../../../errors/context-overflow.js";
import type { ErrorKind, ServiceError } from "../../../errors/service-error.js";
import { kindOfStatus, toUpstreamCause, toUpstreamError } from "../../../http/upstream-error.js";
import { isObject, parseJson, toNumber, toObject } from "../../../json/value.js";
import type { UpstreamFailure } from "../../upstream-format.js";
import { toObjects } from "../wire/value.js";
import { isContextOverflow, readOverflow } from "./context-overflow.js";

/** What errors inside an answer of status 200 mean to the caller, by their type or their code. */
const kindsOfWord: ReadonlyMap<string, ErrorKind> = new Map([
  ["invalid_request_error", "bad_request"],
  ["badrequesterror", "bad_request"],
  ["invalid_api_key", "upstream_unavailable"],
  ["authentication_error", "upstream_unavailable"],
  ["authenticationerror", "upstream_unavailable"],
  ["permission_error", "upstream_unavailable"],
  ["permission_denied", "upstream_unavailable"],
  ["model_not_found", "upstream_unavailable"],
  ["not_found_error", "upstream_unavailable"],
  ["notfounderror", "upstream_unavailable"],
  ["request_too_large", "too_large"],
  ["rate_limit_exceeded", "rate_limited"],
  ["rate_limit_error", "rate_limited"],
  ["overloaded", "overloaded"],
  ["overloaded_error", "overloaded"],
  ["server_is_overloaded", "overloaded"],
  ["service_unavailable_error", "overloaded"],
  ["insufficient_system_resource", "overloaded"],
  ["timeout", "upstream_timeout"],
  ["timeout_error", "upstream_timeout"],
  ["upstream_timeout", "upstream_timeout"],
  ["server_error", "upstream_unavailable"],
  ["api_error", "upstream_unavailable"],
  ["internal_server_error", "upstream_unavailable"],
  ["internalservererror", "upstream_unavailable"],
  ["error", "upstream_unavailable"],
  ["abort", "upstream_unavailable"],
]);

/** The operator has to pay the upstream. */
const quotaWords: ReadonlySet<string> = new Set([
  "insufficient_quota",
  "billing_hard_limit_reached",
  "credit_balance_exhausted",
  "organization_usage_limit_exceeded",
  "organization_spend_limit_exceeded",
  "project_spend_limit_exceeded",
]);

/** What an error answer contains. */
interface Reported {
  /** Its code and its type in lower case, if they look like words. */
  readonly words: readonly string[];
  /** A status that it repeats in its code. */
  readonly status: number | undefined;
}

/**
 * What an error answer of an upstream means to the caller: decided by its status, or by its content if
 * it arrived inside an answer of status 200. Reads any body: `{error}`, `{detail}`,
 * `{message}`, a bare error, lists, HTML, nothing.
 */
export function parseError(failure: UpstreamFailure): ServiceError {
  return toServiceError(failure, parseJson(failure.text), false);
}

/** The failure that a chunk of a stream or an answer of status 200 reports. */
export function toInBandError(value: unknown, mayHaveRun: boolean): ServiceError {
  const text = typeof value === "string" ? value : toErrorText(value);
  return toServiceError({ status: 200, headers: new Headers(), text }, value, mayHaveRun);
}

function toServiceError(
  { status, headers, text }: UpstreamFailure,
  body: unknown,
  mayHaveRun: boolean,
): ServiceError {
  const reported = readReported(body);
  const kind = toKind(status < 400 ? reported.status : status, reported.words);
  const more = {
    upstreamStatus: status,
    mayHaveRun,
    cause: toUpstreamCause(status, reported.words),
  };
  const overflowStatus = status < 400 ? (reported.status ?? 400) : status;
  if (isContextOverflow(overflowStatus, reported.words, text)) {
    return contextOverflow(readOverflow(text), more);
  }
  return toUpstreamError(kind, headers, more);
}

function toKind(status: number | undefined, words: readonly string[]): ErrorKind {
  if (words.some((word) => quotaWords.has(word))) return "upstream_unavailable";
  if (status !== undefined) return kindOfStatus(status);
  const known = words.find((word) => kindsOfWord.has(word)) ?? "";
  return kindsOfWord.get(known) ?? "upstream_bad_response";
}

function readReported(body: unknown): Reported {
  const source = toSource(body);
  const values = [source.code, source.type, source.status];
  const status = values.map(toNumber).find((number = 0) => number >= 400 && number < 600);
  const words = values.flatMap((value) =>
    typeof value === "string" && /^[A-Za-z][\w.-]{0,63}$/.test(value) ? value.toLowerCase() : [],
  );
  return { words, status };
}

/** The object that describes the error: in an envelope, in a choice, in a list, or bare. */
function toSource(body: unknown): Readonly<Record<string, unknown>> {
  const outer = toObject(Array.isArray(body) ? body[0] : body);
  const choice = toObjects(outer.choices).find(({ error }) => error);
  const error = outer.error ?? choice?.error;
  if (typeof error === "string") return { ...outer, type: error };
  return isObject(error) ? error : outer;
}

function toErrorText(value: unknown): string {
  const { message, detail, error } = { ...toObject(value), ...toSource(value) };
  return [message, detail, error].filter((part) => typeof part === "string").join(" ");
}
