import {
  decodeSegment,
  type Endpoint,
  type EndpointMatch,
  matchEndpoints,
} from "../endpoints/endpoint.js";
import type { Format } from "../formats/format.js";
import type { HeaderLookup } from "../http/exchange.js";

/** What a request asks for, if not for a reply. */
export type Operation =
  | { readonly name: "count_tokens" }
  | { readonly name: "list_models" }
  | { readonly name: "get_model"; readonly id: string }
  | { readonly name: "connect" }
  | ({ readonly name: "endpoint" } & EndpointMatch);

/** Where a request goes. The format is known in every case, so that errors have a shape. */
export type Route =
  /** The main operation: a model's reply. */
  | { readonly kind: "generate"; readonly format: Format }
  | { readonly kind: "operation"; readonly format: Format; readonly operation: Operation }
  | { readonly kind: "preflight"; readonly format: Format; readonly allow: readonly string[] }
  | { readonly kind: "wrong_method"; readonly format: Format; readonly allow: readonly string[] }
  /** A browser asks for the root. */
  | { readonly kind: "home"; readonly format: Format }
  | { readonly kind: "unknown"; readonly format: Format };

/** The routes of requests that ask no model for a reply. */
export type OtherRoute = Exclude<Route, { readonly kind: "generate" }>;

/** What routing looks at. */
export interface RouteRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderLookup;
  /** Whether it asks for a connection of messages that its adapter can open. */
  readonly upgrades?: boolean | undefined;
}

/** The formats of a service, the base path above their paths, and the additional endpoints. */
export interface RouteSettings {
  readonly formats: readonly [Format, ...Format[]];
  readonly basePath: string;
  readonly endpoints: readonly Endpoint[];
}

/** The path of the models list, which all formats share. */
export const pathModels = "/v1/models";
const reading = ["GET", "HEAD", "OPTIONS"] as const;
const writing = ["POST", "OPTIONS"] as const;

/**
 * Finds the route of a request. For a shared path, the first format that recognises the request
 * takes it.
 */
export function findRoute(request: RouteRequest, settings: RouteSettings): Route {
  const { formats } = settings;
  const asked = askedPath(request.target);
  const path = belowBase(asked, settings.basePath);
  const format =
    formats.find(({ recognises }) => recognises(path ?? asked, request.headers)) ?? formats[0];
  if (isHome(request, asked, settings)) return { kind: "home", format };
  const found =
    path === undefined
      ? undefined
      : (findOperation(path, formats, format) ??
        findEndpoint(path, request.method, settings.endpoints, format));
  if (!found) return { kind: "unknown", format };
  const { allow } = found;
  if (request.upgrades && found.operation === "generate" && found.format.connect) {
    return { kind: "operation", format: found.format, operation: { name: "connect" } };
  }
  if (request.method === "OPTIONS") return { kind: "preflight", format: found.format, allow };
  if (!allow.includes(request.method)) return { kind: "wrong_method", format: found.format, allow };
  const { operation } = found;
  if (operation === "generate") return { kind: "generate", format: found.format };
  return { kind: "operation", format: found.format, operation };
}

/** The additional endpoint that a request asks for, if it asks for one. */
export function endpointOf(route: Route): Endpoint | undefined {
  if (route.kind !== "operation" || route.operation.name !== "endpoint") return undefined;
  return route.operation.endpoint;
}

/** Whether a target is one of the service's own, whatever the method. */
export function isKnownTarget(
  target: string,
  { formats, basePath, endpoints }: RouteSettings,
): boolean {
  const path = belowBase(askedPath(target), basePath);
  if (path === undefined) return false;
  if (findOperation(path, formats, formats[0])) return true;
  return matchEndpoints(path, endpoints).length > 0;
}

interface Found {
  readonly format: Format;
  readonly operation: Operation | "generate";
  readonly allow: readonly string[];
}

function findOperation(
  path: string,
  formats: readonly Format[],
  shared: Format,
): Found | undefined {
  for (const format of formats) {
    if (path === format.path) return { format, operation: "generate", allow: writing };
    if (path === format.countTokensPath)
      return { format, operation: { name: "count_tokens" }, allow: writing };
  }
  if (path === pathModels)
    return { format: shared, operation: { name: "list_models" }, allow: reading };
  // A model id may hold slashes, raw or percent-encoded.
  const id = path.startsWith(`${pathModels}/`)
    ? decodeSegment(path.slice(pathModels.length + 1))
    : undefined;
  return id ? { format: shared, operation: { name: "get_model", id }, allow: reading } : undefined;
}

/**
 * The endpoint for a path and method. If the path has only other methods, any endpoint of the path,
 * whose `allow` lists them.
 */
function findEndpoint(
  path: string,
  method: string,
  endpoints: readonly Endpoint[],
  format: Format,
): Found | undefined {
  const matches = matchEndpoints(path, endpoints);
  const asked = method === "HEAD" ? "GET" : method;
  const match = matches.find(({ endpoint }) => endpoint.method === asked) ?? matches[0];
  if (!match) return undefined;
  const allow = matches.flatMap(({ endpoint }) => methodsOf[endpoint.method]);
  return {
    format,
    operation: { name: "endpoint", ...match },
    allow: [...new Set([...allow, "OPTIONS"])],
  };
}

const methodsOf: Readonly<Record<Endpoint["method"], readonly string[]>> = {
  GET: ["GET", "HEAD"],
  POST: ["POST"],
  PATCH: ["PATCH"],
  DELETE: ["DELETE"],
};

/**
 * The path of a target, without origin and query. Text only: resolving a target as a URL would let
 * `//host/path` choose the host.
 */
export function askedPath(target: string): string {
  const origin = /^https?:\/\/[^/?#]*/i.exec(target)?.[0] ?? "";
  return target.slice(origin.length).replace(/\?.*$/s, "");
}

/** The path below the base path, without one trailing slash; `undefined` outside the base path. */
function belowBase(path: string, basePath: string): string | undefined {
  if (!path.startsWith(`${basePath}/`)) return undefined;
  const below = path.slice(basePath.length);
  return below.length > 1 && below.endsWith("/") ? below.slice(0, -1) : below;
}

/** Whether somebody opens the address of the service, or its base path, in a browser. */
function isHome({ method, headers }: RouteRequest, path: string, { basePath }: RouteSettings) {
  if (method !== "GET" && method !== "HEAD") return false;
  const isRoot = path === "/" || path === basePath || path === `${basePath}/`;
  return isRoot && /\btext\/html\b/i.test(headers.get("accept") ?? "");
}
