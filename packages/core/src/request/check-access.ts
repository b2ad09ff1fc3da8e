import { closing } from "../errors/closing.js";
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
