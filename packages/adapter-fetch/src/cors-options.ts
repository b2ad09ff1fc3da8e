/** Which web pages may call the service, and what they may see. */
export interface CorsOptions {
  /** The origins, such as `https://app.example`, or `"*"` for all. @default "*" */
  readonly origins?: readonly string[] | "*" | undefined;
  /** Seconds for which a browser remembers the answer to its preflight. @default 86_400 */
  readonly maxAge?: number | undefined;
  /**
   * Request headers that pages may send beside those that the official clients send. A `*` at the
   * end stands for any ending: `x-trace-*`. @default []
   */
  readonly allowHeaders?: readonly string[] | undefined;
  /** Response headers that pages may read beside the request ids, the retry hints and the rates. @default [] */
  readonly exposeHeaders?: readonly string[] | undefined;
}

/** Complete, checked options. */
export interface CorsSettings {
  readonly maxAge: number;
  /** The value of `access-control-expose-headers`. */
  readonly exposed: string;
  allowsOrigin(origin: string): boolean;
  allowsHeader(name: string): boolean;
}

/** What the official clients of both formats send from a browser. */
const clientHeaders: readonly string[] = [
  "accept",
  "anthropic-*",
  "api-key",
  "authorization",
  "content-type",
  "idempotency-key",
  "openai-*",
  "user-agent",
  "x-api-key",
  "x-client-request-id",
  "x-request-id",
  "x-stainless-*",
];

/** The headers that report the rate limits of a request, in both formats. */
const rateHeaders: readonly string[] = ["limit", "remaining", "reset"].flatMap((part) => [
  ...["requests", "tokens"].map((kind) => `x-ratelimit-${part}-${kind}`),
  ...["requests", "tokens", "input-tokens", "output-tokens"].map(
    (kind) => `anthropic-ratelimit-${kind}-${part}`,
  ),
]);

const readableHeaders: readonly string[] = [
  "request-id",
  "x-request-id",
  "retry-after",
  "retry-after-ms",
  "x-should-retry",
  ...rateHeaders,
];

const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;

/**
 * Completes and checks the options; `undefined` means that no page of another origin may call.
 * @throws TypeError whose message says how to fix the options
 */
export function toCorsSettings(cors: boolean | CorsOptions): CorsSettings | undefined {
  if (cors === false) return undefined;
  const {
    origins = "*",
    maxAge = 86_400,
    allowHeaders = [],
    exposeHeaders = [],
  } = cors === true ? {} : cors;
  if (!Number.isInteger(maxAge) || maxAge < 0) {
    throw new TypeError(`cors.maxAge must be whole seconds from 0, not ${String(maxAge)}.`);
  }
  const allowed = checkOrigins(origins);
  const patterns = [...clientHeaders, ...checkNames("cors.allowHeaders", allowHeaders)];
  return {
    maxAge,
    exposed: [...readableHeaders, ...checkNames("cors.exposeHeaders", exposeHeaders)].join(", "),
    allowsOrigin: (origin) => allowed === "*" || allowed.has(origin),
    allowsHeader: (name) => patterns.some((pattern) => matchesPattern(name, pattern)),
  };
}

function checkOrigins(origins: readonly string[] | "*"): ReadonlySet<string> | "*" {
  if (origins === "*") return "*";
  if (!Array.isArray(origins)) {
    throw new TypeError('cors.origins must be "*" or a list such as ["https://app.example"].');
  }
  return new Set(origins.map(checkOrigin));
}

/** A browser sends scheme, host and port in lower case and nothing behind them. */
function checkOrigin(origin: unknown): string {
  if (typeof origin === "string" && /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s*A-Z]+$/.test(origin)) {
    return origin;
  }
  throw new TypeError(
    `cors.origins must hold origins such as "https://app.example", without a path and in lower case, not ${JSON.stringify(origin)}.`,
  );
}

function checkNames(option: string, names: readonly string[]): readonly string[] {
  for (const name of names) {
    if (typeof name !== "string" || !headerName.test(name)) {
      throw new TypeError(`${option} must hold header names, not ${JSON.stringify(name)}.`);
    }
  }
  return names.map((name) => name.toLowerCase());
}

function matchesPattern(name: string, pattern: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
