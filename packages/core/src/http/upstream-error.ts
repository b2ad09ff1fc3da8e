import { toCause } from "../errors/cause.js";
import { type ErrorKind, ServiceError } from "../errors/service-error.js";
import type { HeaderLookup } from "./exchange.js";
import { readRetryAfter } from "./retry-after.js";

/**
 * What each status of an upstream means to the caller. The account at the upstream belongs to the
 * operator, so a caller cannot act on its problems.
 */
const kindsOfStatus: ReadonlyMap<number, ErrorKind> = new Map([
  [400, "bad_request"],
  [413, "too_large"],
  [422, "bad_request"],
  [429, "rate_limited"],
  [503, "overloaded"],
  [504, "upstream_timeout"],
  [529, "overloaded"],
]);

/** What callers see. What the upstream says of their request is added where it is known to be safe. */
const messages: Readonly<Partial<Record<ErrorKind, string>>> = {
  bad_request: "The model behind this endpoint refused the request.",
  too_large: "The request is too large for the model behind this endpoint.",
  rate_limited: "The model behind this endpoint has reached its rate limit. Try again later.",
  overloaded: "The model behind this endpoint is overloaded. Try again later.",
  upstream_unavailable: "The model behind this endpoint is not available.",
  upstream_timeout: "The model behind this endpoint did not answer in time.",
  upstream_bad_response: "The model behind this endpoint sent an invalid response.",
};

/** Kinds whose errors may say when to try again. */
const waits: ReadonlySet<ErrorKind> = new Set(["rate_limited", "overloaded"]);

/** What the operator should check. */
const advice: ReadonlyMap<number, string> = new Map([
  [401, " It refused the service's own key."],
  [402, " The service's own account there cannot pay."],
  [403, " It refused the service's own key."],
  [404, " It does not know the model or the path."],
]);

/** What an error status of an upstream means to the caller. */
export function kindOfStatus(status: number): ErrorKind {
  return kindsOfStatus.get(status) ?? "upstream_unavailable";
}

/**
 * An upstream's answer as the cause of an error, for the operator. It repeats only plain words,
 * because other text may contain a key that the upstream echoes.
 */
export function toUpstreamCause(status: number, words: readonly string[]): Error {
  const plain = words.filter((word) => /^[a-z_]+$/.test(word));
  const reported = plain.length === 0 ? "" : ` (${plain.join(", ")})`;
  return toCause(`The upstream answered ${status}${reported}.${advice.get(status) ?? ""}`);
}

/** The error that an upstream answered with, in the service's own words. */
export function toUpstreamError(
  kind: ErrorKind,
  headers: HeaderLookup,
  more: { readonly upstreamStatus: number; readonly mayHaveRun: boolean; readonly cause: Error },
): ServiceError {
  return new ServiceError({
    kind,
    message: messages[kind] ?? "",
    retryAfterSeconds: waits.has(kind) ? readRetryAfter(headers) : undefined,
    ...more,
  });
}
