import type { KeyRecord } from "../accounts/keys/keys.js";
import type { Answer, Exchange } from "../http/exchange.js";
import type { Reporter } from "../runtime/reporter.js";

/** A request to an additional endpoint. */
export interface EndpointRequest {
  readonly exchange: Exchange;
  readonly requestId: string;
  /** The values of the path's `:name` segments, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Who calls: a key, or whom the host knows. The body is not read for it. @throws ServiceError `unauthenticated` or `store_unavailable` */
  authenticate(): Promise<KeyRecord>;
  /** The parsed JSON body, within the service's size limits. @throws ServiceError */
  readJson(): Promise<unknown>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The ids of the service's models. */
  readonly models: readonly string[];
  /** Reports an event to the service's reporter. Never throws. */
  readonly report: Reporter;
}

/**
 * An endpoint in addition to those of the formats, whose paths take precedence. It answers in plain
 * JSON; an error that it throws is written in the format that the caller appears to use. A `GET`
 * endpoint also answers `HEAD`.
 */
export interface Endpoint {
  /** Below the base path, such as `/v1/usage` or `/admin/keys/:id`. */
  readonly path: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  answer(request: EndpointRequest): Promise<Answer>;
}

/** @throws TypeError for an invalid path, or for two endpoints with the same path and method */
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

/** An endpoint whose path matches a request. */
export interface EndpointMatch {
  readonly endpoint: Endpoint;
  /** The values of the path's `:name` segments, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The endpoints of a path, one for each method, in the order of the list. */
export function matchEndpoints(
  path: string,
  endpoints: readonly Endpoint[],
): readonly EndpointMatch[] {
  const segments = path.split("/");
  return endpoints.flatMap((endpoint) => {
    const parameters = readParameters(segments, endpoint.path.split("/"));
    return parameters ? [{ endpoint, parameters }] : [];
  });
}

/** The values of a pattern's `:name` segments, or `undefined` if the path does not match. */
function readParameters(
  segments: readonly string[],
  pattern: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (segments.length !== pattern.length) return undefined;
  const values: [name: string, value: string][] = [];
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (!expected.startsWith(":")) {
      if (segment !== expected) return undefined;
      continue;
    }
    const value = decodeSegment(segment);
    if (!value) return undefined;
    values.push([expected.slice(1), value]);
  }
  return Object.fromEntries(values);
}

/** A segment of a path without its percent-encoding, or `undefined` if that is broken. */
export function decodeSegment(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
