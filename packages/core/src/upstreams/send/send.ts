import { type AbortSource, withSignal } from "../../runtime/abort-link.js";
import { raceSignal } from "../../runtime/race-signal.js";
import type { OutgoingMessage, Upstream } from "../upstream.js";
import type { TransportRequest, TransportResponse } from "./transport.js";
import { toTransportError } from "./transport-errors.js";

/** What is sent to an upstream, besides what every request to it has. */
export interface Message extends OutgoingMessage {
  /** The path below the base URL; the format's, never the caller's. */
  readonly path: string;
}

/**
 * Sends one request to the upstream and waits for the head of its answer. The address comes only
 * from the operator's options.
 * @throws ServiceError for a network that fails, or the reason of the signal
 */
export async function send(
  { settings, writeHeaders }: Pick<Upstream, "settings" | "writeHeaders">,
  message: Message,
  signal: AbortSource,
): Promise<TransportResponse> {
  const { path, body } = message;
  const request: TransportRequest = withSignal(
    {
      method: body ? "POST" : "GET",
      url: settings.baseUrl + path,
      headers: writeHeaders(message),
      body,
      abort: signal,
    },
    signal,
  );
  let sending: Promise<TransportResponse> | undefined;
  try {
    return await raceSignal(signal, () => {
      sending = settings.transport(request);
      return sending;
    });
  } catch (error) {
    if (!signal.aborted) throw toTransportError(error, "head");
    if (sending) void leaveLate(sending, signal.reason);
    throw signal.reason;
  }
}

/** Nobody waits for an answer that arrives after the abort. */
async function leaveLate(sending: Promise<TransportResponse>, reason: unknown): Promise<void> {
  try {
    const { body } = await sending;
    await body.cancel(reason);
  } catch {
    // It has failed, or cannot be cancelled: there is no answer either way.
  }
}
