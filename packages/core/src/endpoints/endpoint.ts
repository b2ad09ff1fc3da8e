import type { KeyRecord } from "../accounts/keys/keys.js";
import type { UnknownAccountsPolicy } from "../accounts/ledger/ledger.js";
import type { ReporterEvent } from "../events/event.js";
import type { Answer, Exchange } from "../http/exchange.js";
import { all, type Check, deferred, finds } from "../validation/check.js";
import { listOf, shape } from "../validation/objects.js";
import { callback, flag, matching, oneOf } from "../validation/values.js";
import { quote } from "../validation/words.js";

/** The ports that a service asks whether they are ready. */
export type CheckedPort = "ledger" | "keys" | "limits" | "idempotency" | "documents";

/**
 * Whether a service can take requests. `unavailable`: the named ports have failed, or have not answered
 * within a second. `closing`: it takes no more, and its ports are not asked.
 */
export type Readiness =
  | { readonly status: "ready" }
  | { readonly status: "unavailable"; readonly failed: readonly CheckedPort[] }
  | { readonly status: "closing" };

/** A request to an additional endpoint. */
export interface EndpointRequest {
  readonly exchange: Exchange;
  readonly requestId: string;
  /** The values of the path's `:name` segments, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Who calls: a key, or a caller that the host identifies. The body is not read for it. @throws ServiceError `unauthenticated` or `store_unavailable` */
  authenticate(): Promise<KeyRecord>;
  /** The parsed JSON body, within the service's size limits. @throws ServiceError */
  readJson(): Promise<unknown>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The ids of the service's models. */
  readonly models: readonly string[];
  /** What the service does with requests of accounts that have neither a credit nor a budget. */
  readonly unknownAccounts: UnknownAccountsPolicy;
  /** Reports an event to the service's reporter. Never throws. */
  readonly report: (event: ReporterEvent) => void;
  /**
   * For endpoints with a credential of their own: called when it is known whether what was presented is right,
   * before that is answered. Waits, for at most a second, if many were wrong lately.
   */
  pauseGuess(isRight: boolean): Promise<void>;
  /** Whether the service can take requests; asks its stores and limits for at most a second. Never rejects. */
  checkReadiness(): Promise<Readiness>;
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
  /** Whether it is also served while the service closes, and afterwards. @default false */
  readonly whileClosing?: boolean | undefined;
  /** The secrets that it was made with: nothing that is shown of the service has them. @default none */
  secrets?(): readonly string[];
  /**
   * Whether it answers everyone, without a key or a credential. Then it is served only under hosts that no
   * page of another site can have: addresses, names without a dot, and `allowedHosts`. @default false
   */
  readonly isPublic?: boolean | undefined;
  answer(request: EndpointRequest): Promise<Answer>;
}

/** A list of endpoints of which no two have the same path and method. */
export const validEndpoints: Check = /* @__PURE__ */ deferred(() => {
  const what = "an endpoint, such as one of accountEndpoints()";
  const endpoint = shape(what, {
    path: { required: matching('a path such as "/v1/usage"', /^(\/(:?[\w.-]+))+$/) },
    method: { required: oneOf<Endpoint["method"]>("GET", "POST", "PATCH", "DELETE") },
    whileClosing: flag,
    secrets: callback,
    isPublic: flag,
    answer: { required: callback },
  });
  return all(listOf(endpoint), haveOwnPaths);
});

const haveOwnPaths: Check = /* @__PURE__ */ finds((value, path) => {
  const places = (value as readonly Endpoint[]).map(({ method, path }) => `${method} ${path}`);
  const twice = places.find((place, index) => places.indexOf(place) < index);
  return twice === undefined ? undefined : `two entries of ${quote(path)} answer ${twice}`;
});

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
