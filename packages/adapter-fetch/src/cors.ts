import type { CorsSettings } from "./cors-options.js";

const headerOrigin = "origin";
const headerRequestedMethod = "access-control-request-method";
const headerRequestedHeaders = "access-control-request-headers";

/** All methods that any path of the service takes. */
const methods = "GET, HEAD, POST, OPTIONS";

/** Whether a browser asks in advance what it may send. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has(headerOrigin) && headers.has(headerRequestedMethod);
}

/**
 * Answers a preflight: 204 with the methods and those of the requested headers that are allowed.
 * It is the same for every path, so that the page can read the service's 404 and 405. Without an
 * allowed origin the answer says nothing, and the browser refuses on its own.
 */
export function answerPreflight(request: Request, cors: CorsSettings): Response {
  const response = new Response(null, { status: 204 });
  const { headers } = response;
  headers.set("vary", `${headerOrigin}, ${headerRequestedHeaders}`);
  if (!allowOrigin(headers, request, cors)) return response;
  headers.set("access-control-allow-methods", methods);
  const requested = (request.headers.get(headerRequestedHeaders) ?? "").toLowerCase().split(",");
  const allowed = requested.map((name) => name.trim()).filter(cors.allowsHeader);
  if (allowed.length > 0) headers.set("access-control-allow-headers", allowed.join(", "));
  headers.set("access-control-max-age", String(cors.maxAge));
  return response;
}

/**
 * Lets the page read an answer, if its origin is allowed. The origin is echoed and never `*`, and
 * `access-control-allow-credentials` is never sent: keys travel in headers, and cookies of the
 * browser must not open anything.
 */
export function addCorsHeaders(response: Response, request: Request, cors: CorsSettings): Response {
  response.headers.append("vary", headerOrigin);
  if (allowOrigin(response.headers, request, cors)) {
    response.headers.set("access-control-expose-headers", cors.exposed);
  }
  return response;
}

function allowOrigin(headers: Headers, request: Request, cors: CorsSettings): boolean {
  const origin = request.headers.get(headerOrigin);
  if (origin === null || !cors.allowsOrigin(origin)) return false;
  headers.set("access-control-allow-origin", origin);
  return true;
}
