import { ServiceError, type UpstreamAnswer } from "../errors/service-error.js";
import { reportFailure } from "../events/report-failure.js";
import { statusCallerGone } from "../events/request-result.js";
import type { Format } from "../formats/format.js";
import { createEmptyAnswer, createJsonAnswer, type HeaderList } from "../http/answers.js";
import type { Answer, Exchange } from "../http/exchange.js";
import type { Settings } from "../options.js";
import type { Routed } from "./call.js";
import { addRateHeaders } from "./rate-headers.js";

/** The exchange that failed. */
export interface FailedExchange {
  readonly settings: Settings;
  readonly exchange: Pick<Exchange, "method">;
  readonly format: Format;
  readonly requestId: string;
}

/** Answers a failure in the caller's format, and notes it. A caller who has left gets nothing. */
export function answerFailure(error: unknown, routed: Routed): Answer {
  if (routed.exchange.signal.aborted) return createEmptyAnswer(statusCallerGone, []);
  reportFailure(routed, error);
  return writeError(error, routed);
}

/** An error as an answer in the caller's format. */
export function writeError(error: unknown, failed: FailedExchange): Answer {
  const failure = ServiceError.from(error);
  const answer = toAnswer(failure, failed);
  return { ...answer, headers: addRateHeaders(answer.headers, failure.rates, failed) };
}

function toAnswer(failure: ServiceError, { exchange, format, requestId }: FailedExchange): Answer {
  const common = [["cache-control", "no-store"] as const, ...format.requestIdHeaders(requestId)];
  if (failure.answer?.format === format.name) return writeUpstreamAnswer(failure.answer, common);
  const { status, headers, body } = format.toErrorAnswer(failure, requestId);
  return exchange.method === "HEAD"
    ? createEmptyAnswer(status, [...common, ...headers])
    : createJsonAnswer(status, [...common, ...headers], body);
}

/**
 * An upstream of the caller's format has already written the error; its words and headers are
 * passed on unchanged.
 */
function writeUpstreamAnswer(
  { status, headers, body }: UpstreamAnswer,
  common: HeaderList,
): Answer {
  return {
    status,
    headers: [["content-length", String(body.length)], ...common, ...headers],
    body,
  };
}

/** The path exists, but not for this method. */
export function wrongMethod(method: string, allow: readonly string[]): ServiceError {
  return new ServiceError({
    kind: "method_not_allowed",
    message: `The method ${method} is not allowed here. Use ${allow.filter((name) => name !== "OPTIONS").join(" or ")}.`,
    allow,
  });
}
