import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { ByteSource, Transport, TransportRequest, TransportResponse } from "@diglot/core";

/** Options of a transport. */
export interface NodeTransportOptions {
  /** Milliseconds until a connection stands, TLS included. @default 10_000 */
  readonly connectTimeout?: number | undefined;
  /** The most connections to one origin; further requests wait. @default no limit */
  readonly maxSockets?: number | undefined;
}

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
 */
export function createNodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  const { connectTimeout = 10_000, maxSockets = Number.POSITIVE_INFINITY } = options;
  if (!(connectTimeout > 0)) throw new TypeError("connectTimeout must be a number above 0.");
  const http = new HttpAgent({ keepAlive: true, maxSockets });
  const https = new HttpsAgent({ keepAlive: true, maxSockets });

  function open(request: TransportRequest): ClientRequest {
    const url = new URL(request.url);
    const settings: RequestOptions = { method: request.method, headers: toHeaders(request) };
    return url.protocol === "https:"
      ? httpsRequest(url, { ...settings, agent: https })
      : httpRequest(url, { ...settings, agent: http });
  }

  const transport = (request: TransportRequest) => send(open(request), request, connectTimeout);
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

function send(
  outgoing: ClientRequest,
  { body, signal }: TransportRequest,
  connectTimeout: number,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const onAbort = () => outgoing.destroy(new Error("The request was aborted."));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    let answered = false;
    outgoing.once("close", () => {
      signal.removeEventListener("abort", onAbort);
      // Counts only if nothing else came: after a switch of protocols Node reports no error.
      if (!answered) reject(closedUnanswered());
    });
    outgoing.on("error", reject);
    outgoing.once("response", (incoming) => {
      answered = true;
      resolve(toResponse(incoming));
    });
    limitConnecting(outgoing, connectTimeout);
    outgoing.end(body);
  });
}

/** Limits the time until the connection is established; a kept one is established already. */
function limitConnecting(outgoing: ClientRequest, milliseconds: number): void {
  outgoing.once("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => outgoing.destroy(connectTimedOut()), milliseconds);
    const stop = () => clearTimeout(timer);
    socket.once("encrypted" in socket ? "secureConnect" : "connect", stop);
    outgoing.once("close", stop);
  });
}

/** The code by which core recognizes an invalid response. */
function closedUnanswered(): Error {
  return Object.assign(new Error("The request closed without an answer."), {
    code: "HPE_NO_ANSWER",
  });
}

/** The code is the one by which the core knows that nothing was sent. */
function connectTimedOut(): Error {
  return Object.assign(new Error("The connection did not stand in time."), {
    code: "ConnectionTimeout",
  });
}

function toResponse(incoming: IncomingMessage): TransportResponse {
  return {
    status: incoming.statusCode ?? 0,
    headers: {
      get(name) {
        const value = incoming.headers[name.toLowerCase()];
        return (Array.isArray(value) ? value.join(", ") : value) ?? null;
      },
      keys: () => Object.keys(incoming.headers),
    },
    body: toSource(incoming),
  };
}

/** A body that is read when somebody asks; all that has come since the last time is one block. */
function toSource(incoming: IncomingMessage): ByteSource {
  let over = false;
  let failure: Error | undefined;
  let wake: (() => void) | undefined;

  function notify(): void {
    wake?.();
    wake = undefined;
  }

  incoming.on("readable", notify);
  incoming.once("end", () => {
    over = true;
    notify();
  });
  incoming.once("error", (error: Error) => {
    failure = error;
    notify();
  });
  incoming.once("close", () => {
    over = true;
    notify();
  });

  return {
    async read() {
      for (;;) {
        const block: Buffer | null = incoming.read();
        if (block) return block;
        if (failure) throw failure;
        if (over) return undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async cancel() {
      over = true;
      incoming.destroy();
      notify();
    },
  };
}
