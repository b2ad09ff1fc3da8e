import { createBookkeeper } from "./bookkeeping/bookkeeper.js";
import { handleRequest } from "./handle-request.js";
import type { Answer, Exchange } from "./http/exchange.js";
import { toExchange, toResponse } from "./http/web.js";
import type { ServiceOptions } from "./options.js";
import { createSecretSearch } from "./redaction/secret-search.js";
import { createLifetime } from "./request/lifetime.js";
import { isKnownTarget } from "./request/route.js";
import { toSettings } from "./settings.js";
import { type Check, deferred } from "./validation/check.js";
import { checkOptions } from "./validation/check-options.js";
import { members } from "./validation/objects.js";
import { limit } from "./validation/values.js";

/** A running service. Its functions are bound, so they can be passed around and exported on their own. */
export interface Service {
  /**
   * Answers a Web request, in any runtime. It can replace the global `fetch` in a client of the same
   * process, which passes a URL and options. A runtime passes a `Request` and its context
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
  /** Answers an exchange given as plain data, for adapters that work without Web objects. */
  readonly handle: (exchange: Exchange) => Promise<Answer>;
  /** Whether a target (path and query) belongs to the service. */
  readonly matches: (target: string) => boolean;
  /**
   * Stops accepting, lets running requests end within `timeout` milliseconds (default 10,000), cuts
   * the rest with an error in their format, and waits until all ledger rows are final. It waits for
   * the rest of the timeout, but at least as long as the ledger may take for one answer. A row that
   * the ledger has not accepted by then is reported and left to recovery. Other stores get the same
   * time, but at least two seconds.
   */
  readonly close: (options?: CloseOptions) => Promise<void>;
}

/** Options of a service's `close`. */
export interface CloseOptions {
  /** For how many milliseconds running requests may go on. @default 10_000 */
  readonly timeout?: number | undefined;
}

const validClose: Check = /* @__PURE__ */ deferred(() => members<CloseOptions>({ timeout: limit }));

/**
 * Creates a service over models, keys and a ledger.
 *
 * @example
 * const service = createService({ models: [echo], keys: createMemoryKeys([{ key: "sk-..." }]) });
 * export default { fetch: service.fetch };
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createService(options: ServiceOptions): Service {
  const settings = toSettings(options);
  const lifetime = createLifetime(settings.clock);
  const bookkeeper = createBookkeeper(settings);
  const host = { settings, lifetime, bookkeeper };
  settings.report.secrets?.(createSecretSearch(settings.secrets()));
  settings.report({
    type: "started",
    at: settings.clock.now(),
    unknownAccounts: settings.unknownAccounts,
  });
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
    close: async (options: CloseOptions = {}) => {
      checkOptions("service.close", options, validClose);
      await lifetime.close(options.timeout ?? 10_000, bookkeeper.close);
    },
  });
}
