import type { AbortSource } from "../runtime/abort-link.js";
import type { ModelRequest } from "./model.js";

const noted = Symbol("the abort source of a request");

/** What aborts a request, and the request, because copies of it have this member as well. */
interface NotedSource {
  readonly request: ModelRequest;
  readonly source: AbortSource;
}

/**
 * Notes what aborts a request, for models of the service's own: they listen to it, and the request's
 * signal need not be made. A copy that a wrapper makes, perhaps with another signal, has no note. It is
 * a member and not an entry of a `WeakMap`, which costs the garbage collector more than the signal.
 */
export function noteAbortSource(request: ModelRequest, source: AbortSource): void {
  const note: NotedSource = { request, source };
  Object.assign(request, { [noted]: note });
}

/** What aborts a request. */
export function abortSourceOf(request: ModelRequest & { [noted]?: NotedSource }): AbortSource {
  const note = request[noted];
  return note?.request === request ? note.source : request.signal;
}
