import { type Check, checks, type Transport } from "@diglot/core";
import { Call } from "./client/call.js";
import { aborted } from "./client/errors.js";
import { createEventBarrier } from "./client/pending-events.js";
import { Pool, type PoolSettings } from "./client/pool.js";
import { createTargets } from "./client/target.js";
import { milliseconds } from "./settings.js";

/** Options of a transport. */
export interface NodeTransportOptions {
  /** Milliseconds until a connection stands, TLS included. @default 10_000 */
  readonly connectTimeout?: number | undefined;
  /**
   * Milliseconds that an idle connection is kept; less where the upstream announces so in its
   * `keep-alive` header. Shorter than the 5 s after which many servers close idle connections, as a
   * request that is sent at that moment fails. @default 4_000
   */
  readonly idleTimeout?: number | undefined;
  /** The most connections to one origin; further requests wait. @default no limit */
  readonly maxSockets?: number | undefined;
}

const { checkOptions, members, positive } = checks;

const validOptions: Check = members<NodeTransportOptions>({
  connectTimeout: positive,
  idleTimeout: milliseconds,
  maxSockets: positive,
});

/** A transport that keeps connections open until it is closed. */
export interface NodeTransport extends Transport {
  /** Closes the idle connections. Requests that are under way end as usual. */
  close(): void;
}

/**
 * Sends an upstream's requests over HTTP/1.1, with a client that does nothing else: several times
 * cheaper than `fetch`, and with a limit for connecting. Connections are kept and used again.
 *
 * @example
 * const transport = createNodeTransport();
 * const model = messagesUpstream({ id: "m", baseUrl, apiKey, transport });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createNodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  checkOptions("createNodeTransport", options, validOptions);
  const settings: PoolSettings = {
    connectTimeout: options.connectTimeout ?? 10_000,
    idleTimeout: options.idleTimeout ?? 4_000,
    maxSockets: options.maxSockets ?? Number.POSITIVE_INFINITY,
    afterPendingEvents: createEventBarrier(),
  };
  const toTarget = createTargets();
  const pools = new Map<string, Pool>();

  function poolOf(origin: string): Pool {
    const pool = pools.get(origin) ?? new Pool(settings);
    pools.set(origin, pool);
    return pool;
  }

  const transport: Transport = (request) =>
    new Promise((resolve, reject) => {
      if (request.signal.aborted) return reject(aborted());
      const target = toTarget(request.url);
      poolOf(target.origin).send(new Call(target, request, { resolve, reject }));
    });
  return Object.assign(transport, {
    close() {
      for (const pool of pools.values()) pool.close();
      pools.clear();
    },
  });
}
