import { ServiceError } from "../errors/service-error.js";
import type { Exchange } from "../http/exchange.js";

/** Under which names a service may be reached, and from which web pages. */
export interface SiteOptions {
  /**
   * Hosts, such as `models.example` or `192.168.1.5:8080`, beside the loopback ones; a host without
   * a port stands for all its ports. @default "*" (all) with keys, `[]` without
   */
  readonly allowedHosts?: readonly string[] | "*" | undefined;
  /**
   * Origins of web pages, such as `https://app.example`, beside the service's own.
   * @default "*" (all) with keys, `[]` without
   */
  readonly allowedOrigins?: readonly string[] | "*" | undefined;
}

/** Refuses a request of a site that may not call. @throws ServiceError `no_permission` or `unsupported_media` */
export type SiteCheck = (exchange: Pick<Exchange, "method" | "headers">) => void;

const hostPattern = /^[^\s/?#@*,A-Z]+$/;
const originPattern = /^[a-z+.-]+:\/\/[^\s/?#@*,A-Z]+$/;
const loopbackPattern = /^(?:(?:[^:]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/**
 * Keeps web pages from driving a service that asks for no key. Any page can send a simple request to
 * this machine, and a page whose name resolves to this machine counts as its own site. So without
 * keys only loopback hosts, the service's own pages and what is listed may call, and a POST must say
 * that it is JSON, which no simple request of another site can.
 * @throws TypeError for an invalid host or origin
 */
export function createSiteCheck(
  { allowedHosts, allowedOrigins }: SiteOptions,
  anonymous: boolean,
): SiteCheck {
  const fallback = anonymous ? [] : "*";
  const hosts = toSet("allowedHosts", allowedHosts ?? fallback, hostPattern, "app.example");
  const origins = toSet(
    "allowedOrigins",
    allowedOrigins ?? fallback,
    originPattern,
    "https://app.example",
  );

  return ({ method, headers }) => {
    const host = headers.get("host")?.toLowerCase();
    if (hosts && host !== undefined && !loopbackPattern.test(host) && !holdsHost(hosts, host)) {
      throw refused("host", "allowedHosts");
    }
    const origin = headers.get("origin");
    if (origins && origin !== null && !origins.has(origin) && !isOwn(origin, host)) {
      throw refused("origin", "allowedOrigins");
    }
    if (anonymous && method === "POST" && !headers.get("content-type")) throw notJson();
  };
}

/** The entries of a list; `undefined` if all are allowed. */
function toSet(
  option: string,
  entries: readonly string[] | "*",
  pattern: RegExp,
  example: string,
): ReadonlySet<string> | undefined {
  if (entries === "*") return undefined;
  const isEntry = (entry: unknown) => typeof entry === "string" && pattern.test(entry);
  if (Array.isArray(entries) && entries.every(isEntry)) return new Set(entries);
  throw new TypeError(`${option} must be "*" or a list such as ["${example}"], all in lower case.`);
}

function holdsHost(hosts: ReadonlySet<string>, host: string): boolean {
  return hosts.has(host) || hosts.has(host.replace(/:\d+$/, ""));
}

function isOwn(origin: string, host: string | undefined): boolean {
  return origin.replace(/^https?:\/\//, "") === host && origin !== host;
}

function refused(header: string, option: string): ServiceError {
  const message = `The ${header} is not in the list ${option} of this service.`;
  return new ServiceError({ kind: "no_permission", message });
}

function notJson(): ServiceError {
  const message = "The content type must be application/json.";
  return new ServiceError({ kind: "unsupported_media", message });
}
