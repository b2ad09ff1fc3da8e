/** How connections of callers are kept. Times are milliseconds. */
export interface ServerConfig {
  /** How long an idle connection is kept: longer than a balancer in front of the gateway keeps it. @default 65000 */
  readonly keepAliveTimeout?: number | undefined;
  /** How long a caller may take to send the headers of a request. @default 60000 */
  readonly headersTimeout?: number | undefined;
  /** How long a caller may take to send a whole request. @default 300000 */
  readonly requestTimeout?: number | undefined;
  /** How long a caller may read nothing of an answer that waits for it; then its connection is cut. @default 120000 */
  readonly writeStallTimeout?: number | undefined;
  /** Answers callers that close their sending side after the request; their departure is then noticed later. @default false */
  readonly allowHalfOpen?: boolean | undefined;
}

/** How connections to upstreams are kept. Times are milliseconds. */
export interface TransportConfig {
  /** Until a connection stands, TLS included. @default 10000 */
  readonly connectTimeout?: number | undefined;
  /** How long an idle connection is kept: shorter than the upstream keeps it. @default 4000 */
  readonly idleTimeout?: number | undefined;
  /** The most connections to one origin; further requests wait. @default no limit */
  readonly maxSockets?: number | undefined;
}
