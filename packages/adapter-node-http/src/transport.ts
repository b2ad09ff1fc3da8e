import { type Check, checks, type Transport } from "@diglot/core";
import { milliseconds } from "./settings.js";
import { createAgent } from "./upstream/agent.js";
import { Call } from "./upstream/call.js";
import { toDispatchOptions } from "./upstream/dispatch-options.js";
import { createEventBarrier } from "./upstream/pending-events.js";
import { createTargets } from "./upstream/target.js";

/** Options of a transport. */
export interface NodeTransportOptions {
  /** Milliseconds within which a connection must be established, TLS included. @default 10_000 */
  readonly connectTimeout?: number | undefined;
  /**
   * Milliseconds for which an idle connection is kept, or less if the upstream announces less in its `keep-alive`
   * header. The default is shorter than the 5 s after which many servers close idle connections, because a request
   * that is sent at that moment fails. @default 4_000
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
 * Sends an upstream's requests over HTTP/1.1 with undici: several times cheaper than `fetch`, and with
 * a limit for connecting. Connections are kept and used again.
 *
 * @example
 * const transport = createNodeTransport();
 * const model = messagesUpstream({ id: "m", baseUrl, apiKey, transport });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createNodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  checkOptions("createNodeTransport", options, validOptions);
  const { connectTimeout = 10_000, idleTimeout = 4_000, maxSockets } = options;
  const limits = { connectTimeout, idleTimeout, maxSockets };
  const afterPendingEvents = createEventBarrier();
  const toTarget = createTargets();
  let current = createAgent(limits);

  const transport: Transport = async (request) => {
    const target = toTarget(request.url);
    const agent = await current;
    return new Promise((resolve, reject) => {
      // A kept connection that the upstream has closed must be known before one is chosen.
      const send = (call: Call) =>
        afterPendingEvents(() => {
          if (!call.over) agent.dispatch(toDispatchOptions(target, request), call);
        });
      send(new Call(request, { resolve, reject, retry: send }));
    });
  };
  return Object.assign(transport, {
    close() {
      void current.then((agent) => agent.close());
      current = createAgent(limits);
    },
  });
}
