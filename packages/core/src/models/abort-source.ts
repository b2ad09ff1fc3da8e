import type { AbortSource } from "../runtime/abort-link.js";
import type { ModelRequest } from "./model.js";

const sources = new WeakMap<ModelRequest, AbortSource>();

/**
 * Notes what aborts a request, for models of the service's own: they listen to it, and the request's
 * signal need not be made. A wrapper that replaces the signal makes another request, which has none.
 */
export function noteAbortSource(request: ModelRequest, source: AbortSource): void {
  sources.set(request, source);
}

/** What aborts a request. */
export function abortSourceOf(request: ModelRequest): AbortSource {
  return sources.get(request) ?? request.signal;
}
