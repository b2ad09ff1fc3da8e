import type { Exchange, IncomingBody } from "@diglot/core";
import { toHeaderLookup } from "./header-lookup.js";
import type { NodeRequest, NodeResponse } from "./node-types.js";
import { hasUnreadBody, toBodySource } from "./request-body.js";

/** What a framework knows better than the raw request. */
export interface ExchangeParts {
  /** Path and query below the mount. @default the request's own `url` */
  readonly target?: string | undefined;
  /**
   * The body, if the host has read it already. Headers that describe its bytes are hidden then.
   * @default the request's stream; "empty" if there is none or someone has read it
   */
  readonly body?: IncomingBody | undefined;
  /**
   * The client holds its body back until it receives `100 Continue`. Set this in a listener of
   * `checkContinue`; `100 Continue` goes out when the service starts to read. @default false
   */
  readonly expectsContinue?: boolean | undefined;
}

/**
 * The plain form of a Node request. Target and headers are taken as strings, never resolved
 * against a base: a target such as `//host/path` cannot name another host.
 */
export function toExchange(
  request: NodeRequest,
  parts: ExchangeParts,
  context: {
    readonly response: NodeResponse;
    readonly signal: AbortSignal;
    readonly beforeRead: () => void;
  },
): Exchange {
  return {
    method: request.method ?? "GET",
    target: parts.target ?? request.url ?? "",
    headers: toHeaderLookup(request.rawHeaders, { withoutEntity: parts.body !== undefined }),
    body: parts.body ?? toIncomingBody(request, context.beforeRead),
    signal: context.signal,
    host: [request, context.response],
  };
}

function toIncomingBody(request: NodeRequest, beforeRead: () => void): IncomingBody {
  if (!hasUnreadBody(request)) return { kind: "empty" };
  return { kind: "source", source: toBodySource(request, beforeRead) };
}
