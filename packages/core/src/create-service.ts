import { createBookkeeper } from "./accounts/bookkeeper/bookkeeper.js";
import { handleRequest } from "./handle-request.js";
import type { Answer, Exchange } from "./http/exchange.js";
import { toExchange, toResponse } from "./http/web.js";
import { type ServiceOptions, toSettings } from "./options.js";
import { createLifetime } from "./request/lifetime.js";
import { isKnownTarget } from "./request/route.js";

/** A running service. Its functions are bound: pass them around, export them as they are. */
export interface Service {
  /**
   * Answers a Web request, in any runtime. It can stand for the global `fetch` of a client in the
   * same process, which passes a URL and options; a runtime passes a `Request` and its context
   * (`{ waitUntil }`, or Workers' `env` and `ctx`).
   *
   * Like the global `fetch` it rejects with the signal's reason if the caller aborts before the
   * head of the answer.
   */
  readonly fetch: (
    input: Request | URL | string,
    ...context: readonly unknown[]
  ) => Promise<Response>;
  /** Calls `fetch` with a path; for tests. */
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
  /** The same exchange as plain data, for adapters that can do without Web objects. */
  readonly handle: (exchange: Exchange) => Promise<Answer>;
  /** Whether a target (path and query) is one of the service's own. */
  readonly matches: (target: string) => boolean;
  /**
   * Stops accepting, lets running requests end within `timeout` milliseconds (default 10,000), cuts
   * the rest with an error in their format, and waits until the books are closed: for what is left of
   * the time, but at least as long as the ledger may take for one answer. A row that the ledger has
   * not taken by then is reported and left to recovery. Other stores have as long, two seconds at least.
   */
  readonly close: (options?: { timeout?: number | undefined }) => Promise<void>;
}

/**
 * A service over models, keys and books.
 *
 * @example
 * const service = createService({ models: [echo], keys: createMemoryKeys([{ key: "sk-..." }]) });
 * export default { fetch: service.fetch };
 * @throws TypeError for options that cannot work, saying how to mend them
 */
export function createService(options: ServiceOptions): Service {
  const settings = toSettings(options);
  const lifetime = createLifetime(settings.clock);
  const bookkeeper = createBookkeeper(settings);
  const host = { settings, lifetime, bookkeeper };
  const handle = (exchange: Exchange) => handleRequest(host, exchange);

  async function fetch(
    input: Request | URL | string,
    ...context: readonly unknown[]
  ): Promise<Response> {
    const request =
      input instanceof Request ? input : new Request(input, context[0] as RequestInit | undefined);
    const answer = await handle(toExchange(request, context));
    if (request.signal.aborted) throw request.signal.reason;
    return toResponse(answer, request);
  }

  return Object.freeze({
    fetch,
    handle,
    request: (path: string, init?: RequestInit) => fetch(new URL(path, "http://localhost"), init),
    matches: (target: string) => isKnownTarget(target, settings),
    close: ({ timeout = 10_000 }: { timeout?: number | undefined } = {}) =>
      lifetime.close(timeout, bookkeeper.close),
  });
}
