import { ServiceError } from "../../errors/service-error.js";
import type { Answer, Exchange } from "../../http/exchange.js";
import { findCaller } from "../authenticate.js";
import type { Routed } from "../call.js";
import { answerFailure } from "../write-error.js";

const switchingProtocols = 101;
const upgradeRequired = 426;

/**
 * Accepts a connection of messages of a caller who is known. Each request that comes over it is answered as
 * any other.
 * @throws ServiceError `unauthenticated`
 */
export async function connect(routed: Routed): Promise<Answer> {
  const { settings, lifetime, exchange, format, requestId } = routed;
  await findCaller(routed);
  const connection = format.connect?.({ exchange, ids: settings.ids, clock: settings.clock });
  if (!connection) return refuseUpgrade(routed);
  return {
    status: switchingProtocols,
    headers: format.requestIdHeaders(requestId),
    body: undefined,
    connection: {
      receive: (message, context) => connection.receive(message, context),
      closing: lifetime.closing,
      maxBytes: settings.sizeLimits.bodyBytes,
    },
  };
}

/** Whether a request asks for a WebSocket. */
export function asksForUpgrade({ headers }: Pick<Exchange, "headers">): boolean {
  return /\bwebsocket\b/i.test(headers.get("upgrade") ?? "");
}

/** Clients know by this status that they should send their requests in the usual way. */
export function refuseUpgrade(routed: Routed): Answer {
  const refusal = new ServiceError({
    kind: "method_not_allowed",
    message: "No WebSocket is offered here. Send the request with POST.",
    allow: ["POST"],
  });
  return { ...answerFailure(refusal, routed), status: upgradeRequired };
}
