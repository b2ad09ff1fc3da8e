import { createEmptyAnswer, type HeaderList } from "./answers.js";
import type { CorsSettings } from "./cors-options.js";
import type { Answer, Exchange } from "./exchange.js";

const headerOrigin = "origin";
const headerRequestedMethod = "access-control-request-method";
const headerRequestedHeaders = "access-control-request-headers";

/** All methods that the paths of callers take. */
const methods = "GET, HEAD, POST, PATCH, DELETE, OPTIONS";

/** Whether a browser asks in advance what it may send. */
export function isPreflight({ method, headers }: Pick<Exchange, "method" | "headers">): boolean {
  return (
    method === "OPTIONS" &&
    headers.get(headerOrigin) !== null &&
    headers.get(headerRequestedMethod) !== null
  );
}

/**
 * Answers a preflight: 204 with the methods and those of the requested headers that are allowed.
 * It is the same for every path, so that the page can read the service's 404 and 405. Without an
 * allowed origin the answer says nothing, and the browser refuses on its own.
 */
export function answerPreflight(
  { headers }: Pick<Exchange, "headers">,
  cors: CorsSettings,
): Answer {
  const vary = ["vary", `${headerOrigin}, ${headerRequestedHeaders}`] as const;
  const allowed = allowOrigin(headers.get(headerOrigin), cors);
  if (allowed.length === 0) return createEmptyAnswer(204, [vary]);
  const requested = (headers.get(headerRequestedHeaders) ?? "").toLowerCase().split(",");
  const names = requested.map((name) => name.trim()).filter(cors.allowsHeader);
  return createEmptyAnswer(204, [
    vary,
    ...allowed,
    ["access-control-allow-methods", methods],
    ...(names.length > 0 ? [["access-control-allow-headers", names.join(", ")] as const] : []),
    ["access-control-max-age", String(cors.maxAge)],
  ]);
}

/**
 * Lets the page read an answer, if its origin is allowed. The origin is echoed and never `*`, and
 * `access-control-allow-credentials` is never sent: keys travel in headers, and cookies of the
 * browser must not open anything.
 */
export function addCorsHeaders(
  answer: Answer,
  { headers }: Pick<Exchange, "headers">,
  cors: CorsSettings,
): Answer {
  const allowed = allowOrigin(headers.get(headerOrigin), cors);
  const exposed = ["access-control-expose-headers", cors.exposed] as const;
  return {
    ...answer,
    headers: [
      ...answer.headers,
      ["vary", headerOrigin],
      ...(allowed.length > 0 ? [...allowed, exposed] : []),
    ],
  };
}

function allowOrigin(origin: string | null, cors: CorsSettings): HeaderList {
  return origin !== null && cors.allowsOrigin(origin)
    ? [["access-control-allow-origin", origin]]
    : [];
}
