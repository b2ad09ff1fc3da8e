import type { HeaderList } from "../../http/answers.js";
import { type AbortSource, toAbortSignal } from "../../runtime/abort-link.js";
import { raceSignal } from "../../runtime/race-signal.js";
import type { Upstream } from "../upstream.js";
import type { TransportRequest, TransportResponse } from "./transport.js";
import { toTransportError } from "./transport-errors.js";

/** What is sent to an upstream, besides what every request to it has. */
export interface Message {
  /** The path below the base URL; the format's, never the caller's. */
  readonly path: string;
  /** The caller's headers that may be passed on. */
  readonly headers: HeaderList;
  /** JSON; if absent, the request is a GET. */
  readonly body?: Uint8Array | undefined;
  /** Whether an event stream is requested. */
  readonly stream: boolean;
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
  const request: TransportRequest = {
    method: body ? "POST" : "GET",
    url: settings.baseUrl + path,
    headers: writeHeaders(message),
    body,
    abort: signal,
    signal: toAbortSignal(signal),
  };
  try {
    return await raceSignal(signal, async () => {
      const response = await settings.transport(request);
      // Nobody waits for an answer that arrives after the abort.
      if (signal.aborted) void response.body.cancel(signal.reason).catch(() => undefined);
      return response;
    });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw toTransportError(error, "head");
  }
}
