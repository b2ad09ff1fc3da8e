import { type Check, deferred, either } from "../validation/check.js";
import { listOf, members } from "../validation/objects.js";
import { count, flag, matching, oneOf } from "../validation/values.js";

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

/** A browser sends scheme, host and port in lower case and nothing behind them. */
const validOrigins: Check = /* @__PURE__ */ deferred(() =>
  listOf(
    matching(
      'an origin such as "https://app.example", without a path and in lower case',
      /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s*A-Z]+$/,
    ),
  ),
);

const validNames: Check = /* @__PURE__ */ deferred(() =>
  listOf(matching("the name of a header", /^[!#$%&'*+.^_`|~0-9a-z-]+$/i)),
);

/** The option of a service: whether pages of other origins may call it, or which ones and how. */
export const validCors: Check = /* @__PURE__ */ deferred(() =>
  either((value) => typeof value === "boolean", flag, validPages),
);

const validPages: Check = /* @__PURE__ */ deferred(() =>
  members<CorsOptions>({
    origins: either((value) => value === "*", oneOf("*"), validOrigins),
    maxAge: count,
    allowHeaders: validNames,
    exposeHeaders: validNames,
  }),
);

/** Completes the options; `undefined` means that no page of another origin may call. */
export function toCorsSettings(cors: boolean | CorsOptions): CorsSettings | undefined {
  if (cors === false) return undefined;
  const {
    origins = "*",
    maxAge = 86_400,
    allowHeaders = [],
    exposeHeaders = [],
  } = cors === true ? {} : cors;
  const allowed = origins === "*" ? "*" : new Set(origins);
  const patterns = [...clientHeaders, ...toLowerCase(allowHeaders)];
  return {
    maxAge,
    exposed: [...readableHeaders, ...toLowerCase(exposeHeaders)].join(", "),
    allowsOrigin: (origin) => allowed === "*" || allowed.has(origin),
    allowsHeader: (name) => patterns.some((pattern) => matchesPattern(name, pattern)),
  };
}

function toLowerCase(names: readonly string[]): readonly string[] {
  return names.map((name) => name.toLowerCase());
}

function matchesPattern(name: string, pattern: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
