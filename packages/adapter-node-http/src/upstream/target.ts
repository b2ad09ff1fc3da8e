/** Where a request goes: an origin, and a path on it. */
export interface Target {
  /** Scheme, host and port; connections are shared by all requests with the same. */
  readonly origin: string;
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
  const { protocol, origin, pathname, search } = new URL(text);
  if (!/^https?:$/.test(protocol)) throw new TypeError("An upstream needs http or https.");
  return { origin, path: `${pathname}${search}` };
}
