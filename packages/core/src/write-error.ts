import { ServiceError, type UpstreamAnswer } from "./errors/service-error.js";
import type { Format } from "./format.js";
import { createEmptyAnswer, createJsonAnswer, type HeaderList } from "./http/answers.js";
import type { Answer } from "./http/exchange.js";

/** An error as an answer in the caller's format. */
export function writeError(
  error: unknown,
  format: Format,
  requestId: string,
  method: string,
): Answer {
  const failure = ServiceError.from(error);
  if (failure.answer?.format === format.name) {
    return writeUpstreamAnswer(failure.answer, format.requestIdHeaders(requestId));
  }
  const answer = format.toErrorAnswer(failure, requestId);
  const headers = [
    ["cache-control", "no-store"] as const,
    ...format.requestIdHeaders(requestId),
    ...answer.headers,
    ...(failure.rates ? format.rateHeaders(failure.rates) : []),
  ];
  return method === "HEAD"
    ? createEmptyAnswer(answer.status, headers)
    : createJsonAnswer(answer.status, headers, answer.body);
}

/** An upstream of the caller's format has said it already; its words and hints go out as they are. */
function writeUpstreamAnswer(
  { status, headers, body }: UpstreamAnswer,
  requestIdHeaders: HeaderList,
): Answer {
  return {
    status,
    headers: [
      ["cache-control", "no-store"],
      ["content-length", String(body.length)],
      ...requestIdHeaders,
      ...headers,
    ],
    body,
  };
}

/** The path exists, the method does not. */
export function wrongMethod(method: string, allow: readonly string[]): ServiceError {
  return new ServiceError({
    kind: "method_not_allowed",
    message: `The method ${method} is not allowed here. Use ${allow.filter((name) => name !== "OPTIONS").join(" or ")}.`,
    allow,
  });
}

/** No endpoint has this path. */
export function unknownPath(method: string): ServiceError {
  return new ServiceError({
    kind: "unknown_path",
    message: `Nothing answers ${method} on this path.`,
  });
}
