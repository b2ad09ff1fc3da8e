/** An absolute URL in two parts that make it up again. The target is path and query. */
export interface SplitUrl {
  readonly origin: string;
  readonly target: string;
}

/**
 * Splits the URL of a request as text. Resolving parts of it against a base would let a path such
 * as `//host/v1/messages` choose the host.
 */
export function splitUrl(url: string): SplitUrl {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  return start < 0
    ? { origin: url, target: "/" }
    : { origin: url.slice(0, start), target: url.slice(start) };
}

/** What follows the mount path in a target, or `undefined` outside of it. */
export function stripBasePath(target: string, basePath: string): string | undefined {
  if (!target.startsWith(basePath)) return undefined;
  const rest = target.slice(basePath.length);
  if (rest.startsWith("/")) return rest;
  return /^(?:[?#]|$)/.test(rest) ? `/${rest}` : undefined;
}
