import { readTraceContext } from "../events/trace-context.js";
import type { Exchange } from "../http/exchange.js";
import type { Host, Routed } from "./call.js";
import { observeRequest } from "./observe.js";
import { findRoute } from "./route.js";

/** Begins a request: finds its route and its format, and gives it an id. */
export function beginRequest({ settings, lifetime, bookkeeper }: Host, exchange: Exchange): Routed {
  const route = findRoute(exchange, settings);
  const { format } = route;
  const requestId = format.createRequestId(settings.ids);
  const trace = readTraceContext(exchange.headers);
  const known = { settings, lifetime, bookkeeper, exchange, route, format, requestId, trace };
  return { ...known, events: observeRequest(known) };
}
