import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type RequestOptions,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { type Check, checks, type Transport, type TransportRequest } from "@diglot/core";
import { milliseconds } from "./settings.js";
import { blockSize } from "./transport-response.js";
import { sendRequest } from "./transport-send.js";

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
 * Sends an upstream's requests with `node:http` and `node:https`: several times cheaper than
 * `fetch`, and with a limit for connecting. Connections are kept and used again.
 *
 * @example
 * const transport = createNodeTransport();
 * const model = messagesUpstream({ id: "m", baseUrl, apiKey, transport });
 * @throws TypeError for invalid options; the message says how to fix them
 */
export function createNodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  checkOptions("createNodeTransport", options, validOptions);
  const { connectTimeout = 10_000, maxSockets = Number.POSITIVE_INFINITY } = options;
  // To the agents, `timeout` is the time of idle connections; requests under way may be silent.
  const timeout = options.idleTimeout ?? 4_000;
  // Node reads 64 KiB at once; with a higher mark it would hold more of them for a stalled reader.
  const agentOptions = { keepAlive: true, maxSockets, timeout, highWaterMark: blockSize };
  const http = new HttpAgent(agentOptions);
  const https = new HttpsAgent(agentOptions);

  function open(request: TransportRequest): ClientRequest {
    const url = new URL(request.url);
    const settings: RequestOptions = { method: request.method, headers: toHeaders(request) };
    return url.protocol === "https:"
      ? httpsRequest(url, { ...settings, agent: https })
      : httpRequest(url, { ...settings, agent: http });
  }

  const transport = (request: TransportRequest) =>
    sendRequest(() => open(request), request, connectTimeout);
  return Object.assign(transport, {
    close() {
      http.destroy();
      https.destroy();
    },
  });
}

function toHeaders({ headers, body }: TransportRequest): Record<string, string | number> {
  return { ...Object.fromEntries(headers), ...(body && { "content-length": body.length }) };
}
