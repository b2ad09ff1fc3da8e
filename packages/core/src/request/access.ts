import { closing } from "../errors/closing.js";
import { addCorsHeaders, isPreflight } from "../http/cors.js";
import type { Answer } from "../http/exchange.js";
import type { Routed } from "./call.js";
import { endpointOf } from "./route.js";

/**
 * Refuses a request to a service that closes, and one that a page of another site sends. Endpoints may
 * allow both.
 * @throws ServiceError `overloaded` or `no_permission`
 */
export function checkAccess({ route, settings, lifetime, exchange }: Routed): void {
  const endpoint = endpointOf(route);
  if (!lifetime.accepting && !endpoint?.whileClosing) throw closing();
  if (endpoint?.isPublic) settings.checkPublicSite(exchange);
  else settings.checkSite(exchange);
}

/**
 * Lets a web page of an allowed origin read an answer. Answers that need no key are not shown: a page
 * could read with them what only its visitor's network may see.
 */
export function showPage({ settings: { cors }, route, exchange }: Routed, answer: Answer): Answer {
  if (!cors || isPreflight(exchange) || endpointOf(route)?.isPublic) return answer;
  return addCorsHeaders(answer, exchange, cors);
}
