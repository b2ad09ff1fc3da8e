import { ServiceError } from "../errors/service-error.js";
import { all, anything, type Check, deferred, either, is } from "../validation/check.js";
import { listOf } from "../validation/objects.js";
import { matching } from "../validation/values.js";
import type { Exchange } from "./exchange.js";

/** Under which names a service may be reached, and from which web pages. */
export interface SiteOptions {
  /**
   * Hosts under which the service may be called beside loopback ones, such as `models.example` or
   * `192.168.1.5:8080`. A host without a port stands for all its ports. @default `"*"` (all) for callers with a
   * key or a credential; `[]` with `allowAnonymous`; addresses and names without a dot for endpoints that answer
   * everyone
   */
  readonly allowedHosts?: readonly string[] | "*" | undefined;
  /**
   * Origins of web pages that may call, such as `https://app.example`, beside the service's own. @default `"*"`
   * (all) for callers with a key; `[]` with `allowAnonymous`, and for callers whom `authenticate` identifies,
   * because browsers send cookies and certificates by themselves
   */
  readonly allowedOrigins?: readonly string[] | "*" | undefined;
}

/** Refuses a request of a site that may not call. @throws ServiceError `no_permission` or `unsupported_media` */
export type SiteCheck = (exchange: Pick<Exchange, "method" | "headers">) => void;

/**
 * What shows that a request is meant by its caller. `key`: a secret, which no page sends unless it has
 * it. `host`: whatever the host goes by, possibly something that browsers send by themselves for any
 * page. `none`: nothing. `public`: nothing, where there is nothing to run and only something to read.
 */
export type Evidence = "key" | "host" | "none" | "public";

/** What is allowed unless the options say otherwise. */
const defaults: Readonly<Record<Evidence, { hosts: "*" | []; origins: "*" | [] }>> = {
  key: { hosts: "*", origins: "*" },
  // A page whose name resolves to this machine gets no cookie and no certificate for another name.
  host: { hosts: "*", origins: [] },
  none: { hosts: [], origins: [] },
  // No page of another origin can read an answer; a page whose name resolves to this machine could.
  public: { hosts: [], origins: "*" },
};

const hostPattern = /^[^\s/?#@*,A-Z]+$/;
const originPattern = /^[a-z+.-]+:\/\/[^\s/?#@*,A-Z]+$/;
const loopbackPattern = /^(?:(?:[^:]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;
/** Hosts that no other site has: addresses, which nobody resolves, and names without a dot, which are local. */
const localPattern =
  /^(?:(?:[^:]+\.)?localhost|[\w-]+|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d+)?$/;

/**
 * Keeps web pages from driving a service that asks for no key. Any page can send a simple request to
 * any address, with the cookies of that address, and a page whose name resolves to this machine counts
 * as its own site. So without a key only the service's own pages and what is listed may call, with no
 * evidence at all only under loopback hosts or listed ones, and a POST must say that it is JSON, which
 * no simple request of another site can. What everyone may read is also served under other hosts that belong
 * to no site, since Prometheus and probes call by address or by a name of their network.
 */
export function createSiteCheck(
  { allowedHosts, allowedOrigins }: SiteOptions,
  evidence: Evidence,
): SiteCheck {
  const usual = defaults[evidence];
  const always = evidence === "public" ? localPattern : loopbackPattern;
  const hosts = toSet(allowedHosts ?? usual.hosts);
  const origins = toSet(allowedOrigins ?? usual.origins);

  return ({ method, headers }) => {
    const host = headers.get("host")?.toLowerCase();
    if (hosts && host !== undefined && !always.test(host) && !holdsHost(hosts, host)) {
      throw refused("host", "allowedHosts");
    }
    const origin = headers.get("origin");
    if (origins && origin !== null && !origins.has(origin) && !isOwn(origin, host)) {
      throw refused("origin", "allowedOrigins");
    }
    if (evidence !== "key" && method === "POST" && !headers.get("content-type")) throw notJson();
  };
}

/** The entries of a list; `undefined` if all are allowed. */
function toSet(entries: readonly string[] | "*"): ReadonlySet<string> | undefined {
  return entries === "*" ? undefined : new Set(entries);
}

/** Hosts in lower case, or all. */
export const validHosts: Check = /* @__PURE__ */ deferred(() =>
  listOrAll('a host such as "app.example", in lower case', hostPattern),
);

/** Origins in lower case, or all. */
export const validOrigins: Check = /* @__PURE__ */ deferred(() =>
  listOrAll('an origin such as "https://app.example", in lower case', originPattern),
);

function listOrAll(what: string, pattern: RegExp): Check {
  const list = all(is('"*" or a list', Array.isArray), listOf(matching(what, pattern)));
  return either((value) => value === "*", anything, list);
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
