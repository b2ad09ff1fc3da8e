import type { Credential } from "../../formats/upstream-format.js";
import type { HeaderList } from "../../http/answers.js";
import { raceSignal } from "../../runtime/race-signal.js";
import type { Upstream } from "../upstream.js";
import type { TransportResponse } from "./transport.js";
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
  { format, settings }: Pick<Upstream, "format" | "settings">,
  { path, headers, body, stream }: Message,
  signal: AbortSignal,
): Promise<TransportResponse> {
  const request = {
    method: body ? ("POST" as const) : ("GET" as const),
    url: `${settings.baseUrl}${path}`,
    headers: mergeHeaders(
      toBodyHeaders(body, stream ? format.framing.contentType : undefined),
      format.wireHeaders,
      headers,
      settings.headers,
      toCredentialHeaders(settings.apiKey, settings.credential ?? format.credential),
    ),
    body,
    signal,
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

/** `stream` is the content type of the requested stream; absent if no stream is requested. */
function toBodyHeaders(body: Uint8Array | undefined, stream: string | undefined): HeaderList {
  return [
    ["accept", stream ?? "application/json"],
    ...(body ? ([["content-type", "application/json"]] as const) : []),
    // Compression would hold events back.
    ...(stream ? ([["accept-encoding", "identity"]] as const) : []),
  ];
}

function toCredentialHeaders(apiKey: string | undefined, credential: Credential): HeaderList {
  if (apiKey === undefined) return [];
  return credential === "bearer" ? [["authorization", `Bearer ${apiKey}`]] : [[credential, apiKey]];
}

/** Of a header that several lists have, the last counts. */
function mergeHeaders(...lists: readonly HeaderList[]): HeaderList {
  return [...new Map(lists.flat().map(([name, value]) => [name.toLowerCase(), value]))];
}
