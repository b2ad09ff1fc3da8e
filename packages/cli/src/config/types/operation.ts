/** Endpoints for administrators. */
export interface AdminConfig {
  /** What administrators present, at least 16 characters: one for all, or one for each by their names. */
  readonly credential: string | Readonly<Record<string, string>>;
}

/** What the page of the inspector keeps, in memory. */
export interface InspectorConfig {
  /** How many requests. @default 1000 */
  readonly keepRequests?: number | undefined;
  /** Whether prompts and outputs are kept too. @default false */
  readonly capture?: boolean | CaptureConfig | undefined;
}

/** What the inspector keeps of prompts and outputs, in memory. */
export interface CaptureConfig {
  /** Bytes of all bodies; the oldest are forgotten first. @default 16777216 */
  readonly bytes?: number | undefined;
  /** Bytes of the bodies of one request. @default 1048576 */
  readonly bytesPerRequest?: number | undefined;
  /** Texts that are never shown, beside all that looks like a credential. @default [] */
  readonly secrets?: readonly string[] | undefined;
}

/** The endpoint for Prometheus. */
export interface MetricsConfig {
  /** What Prometheus presents as a bearer token, at least 16 characters. @default everyone may read */
  readonly credential?: string | undefined;
  /** Whose names are labels; each name is a time series of its own. @default [] */
  readonly name?: readonly ("account" | "key")[] | undefined;
}

/** The lines that are written about requests. */
export interface LogConfig {
  /** The least important lines that are written; `silent` for none. @default "info" */
  readonly level?: "debug" | "info" | "warn" | "error" | "silent" | undefined;
  /** `json` for programs, `pretty` for people. @default "pretty" on a terminal, otherwise "json" */
  readonly format?: "json" | "pretty" | undefined;
}
