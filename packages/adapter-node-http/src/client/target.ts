import { isIP } from "node:net";

/** Where a request goes: an origin, and a path on it. */
export interface Target {
  /** Scheme, host and port; connections are shared by all requests with the same. */
  readonly origin: string;
  readonly secure: boolean;
  /** A name, or an address without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** The name that a certificate must have; empty for an address. */
  readonly servername: string;
  /** The value of the `host` header. */
  readonly host: string;
  /** Path and query. */
  readonly path: string;
}

/** The most addresses that are remembered; a service has a few for each upstream. */
const rememberedTargets = 256;

/**
 * A function that parses addresses, and remembers them.
 * The function throws TypeError for what is not an absolute address of `http:` or `https:`.
 */
export function createTargets(): (url: string) => Target {
  const targets = new Map<string, Target>();
  return (url) => {
    const known = targets.get(url);
    if (known) return known;
    const target = parseTarget(url);
    if (targets.size >= rememberedTargets) targets.clear();
    targets.set(url, target);
    return target;
  };
}

function parseTarget(text: string): Target {
  const url = new URL(text);
  const secure = url.protocol === "https:";
  if (!secure && url.protocol !== "http:") throw new TypeError("An upstream needs http or https.");
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  return {
    origin: url.origin,
    secure,
    hostname,
    port: Number(url.port) || (secure ? 443 : 80),
    servername: isIP(hostname) === 0 ? hostname : "",
    host: url.host,
    path: `${url.pathname}${url.search}`,
  };
}
