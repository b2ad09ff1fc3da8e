import type { KeyRecord } from "./accounts/keys.js";
import type { Answer, Exchange } from "./http/exchange.js";

/** What an endpoint of its own is asked. */
export interface EndpointRequest {
  readonly exchange: Exchange;
  readonly requestId: string;
  /** The values of the path's `:name` segments, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The key of the exchange, from its headers alone. @throws ServiceError `unauthenticated` or `store_unavailable` */
  authenticate(): Promise<KeyRecord>;
  /** The parsed JSON body, within the service's bounds. @throws ServiceError */
  readJson(): Promise<unknown>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * An endpoint beside those of the two formats. It answers in plain JSON; what it throws is answered
 * in the format that the caller seems to speak.
 */
export interface Endpoint {
  /** Below the base path, such as `/v1/usage` or `/admin/keys/:id`. */
  readonly path: string;
  readonly method: "GET" | "POST" | "DELETE";
  answer(request: EndpointRequest): Promise<Answer>;
}

/** @throws TypeError for a path that cannot be, or for two endpoints of one path and method */
export function checkEndpoints(endpoints: readonly Endpoint[]): readonly Endpoint[] {
  const seen = new Set<string>();
  for (const { method, path } of endpoints) {
    if (!/^(\/(:?[\w.-]+))+$/.test(path)) {
      throw new TypeError(
        `The path of an endpoint must look like "/v1/usage", not ${JSON.stringify(path)}.`,
      );
    }
    if (seen.has(`${method} ${path}`))
      throw new TypeError(`Two endpoints answer ${method} ${path}.`);
    seen.add(`${method} ${path}`);
  }
  return [...endpoints];
}
