import type { TimeoutConfig } from "./models.js";

/** How requests are served. */
export interface ServiceConfig {
  /** What comes before `/v1` in paths, such as `/api`. @default "" */
  readonly basePath?: string | undefined;
  /** The formats that are served; an unknown path is answered in the first one. @default both, "messages" first */
  readonly formats?: readonly ("messages" | "chat-completions")[] | undefined;
  /** Settings of the Messages format. */
  readonly messages?: MessagesConfig | undefined;
  /** Settings of the Chat Completions format. */
  readonly chatCompletions?: ChatCompletionsConfig | undefined;
  /** `strict` also refuses what the real services are known to refuse. @default "open" */
  readonly validation?: "open" | "strict" | undefined;
  /** What happens to fields that a model's format cannot carry. */
  readonly unsupported?: UnsupportedConfig | undefined;
  /** What a reply costs whose caller leaves. @default "bill-observed" */
  readonly onCallerGone?: "bill-observed" | "drain" | "refund" | undefined;
  /** How far a model may continue after its caller has left, where `onCallerGone` is `drain` or the request has an `Idempotency-Key`. */
  readonly drain?: DrainConfig | undefined;
  /** Hosts under which the gateway may be called, beside loopback ones. */
  readonly allowedHosts?: "*" | readonly string[] | undefined;
  /** Origins of web pages that may call. */
  readonly allowedOrigins?: "*" | readonly string[] | undefined;
  /** The longest times that a model may take, in milliseconds. */
  readonly timeouts?: TimeoutConfig | undefined;
  /** How long the store may take, in milliseconds. */
  readonly ledgerTimes?: LedgerTimesConfig | undefined;
  /** The largest requests and replies. */
  readonly sizeLimits?: SizeLimitsConfig | undefined;
  /** Milliseconds that a request body may take to arrive. @default 120000 */
  readonly uploadTimeout?: number | undefined;
  /** Milliseconds of silence after which a stream sends a heartbeat. @default 15000 */
  readonly pingInterval?: number | undefined;
  /** The token limit of a request that sets none. @default 32000 */
  readonly defaultMaxTokens?: number | undefined;
  /** Milliseconds for which an idempotency key is kept. @default 86400000 */
  readonly idempotencyRetention?: number | undefined;
}

/** What happens to fields that a model's format cannot carry. */
export interface UnsupportedConfig {
  /** `policy` refuses a loss that would mislead the caller, `warn` only what cannot be left out, `strict` every loss. @default "policy" */
  readonly default?: "policy" | "warn" | "strict" | undefined;
  /** The same for single fields, by their names with dots and without indexes, such as `tools.strict`. */
  readonly fields?: Readonly<Record<string, "warn" | "refuse">> | undefined;
}

/** Settings of the Messages format. */
export interface MessagesConfig {
  /** The vendor's name in the headers `<vendor>-version` and `<vendor>-beta`. @default "anthropic" */
  readonly vendor?: string | undefined;
  /** The versions that are accepted. @default ["2023-06-01", "2026-10-21"] */
  readonly versions?: readonly string[] | undefined;
}

/** Settings of the Chat Completions format. */
export interface ChatCompletionsConfig {
  /** Whether callers read the reasoning of models. @default "show" */
  readonly reasoning?: "show" | "omit" | undefined;
}

/** How far a model may continue after its caller has left. */
export interface DrainConfig {
  /** Milliseconds after the caller has left. @default 60000 */
  readonly milliseconds?: number | undefined;
  /** Bytes of a stream that are read after that. @default 4194304 */
  readonly bytes?: number | undefined;
}

/** How long the store may take, in milliseconds. */
export interface LedgerTimesConfig {
  /** To find a key, to reserve and the like; then the caller is asked to try again. @default 2000 */
  readonly reserve?: number | undefined;
  /** How long a row stays open without a heartbeat of its process; then any process may recover it. @default 60000 */
  readonly lease?: number | undefined;
}

/** The largest requests and replies. */
export interface SizeLimitsConfig {
  /** Bytes of a request body. @default 33554432 */
  readonly bodyBytes?: number | undefined;
  /** Bytes of all request bodies that are being read at once. @default 268435456 */
  readonly uploadBytes?: number | undefined;
  /** Nesting of a JSON body. @default 128 */
  readonly jsonDepth?: number | undefined;
  /** Values of a JSON body, at every depth. @default 500000 */
  readonly jsonValues?: number | undefined;
  /** Members of one object of a JSON body. @default 10000 */
  readonly objectMembers?: number | undefined;
  /** Messages of one conversation. @default 10000 */
  readonly messages?: number | undefined;
  /** Blocks or parts of one message. @default 10000 */
  readonly blocks?: number | undefined;
  /** Blocks or parts of all messages together. @default 50000 */
  readonly totalBlocks?: number | undefined;
  /** Tools of one request. @default 10000 */
  readonly tools?: number | undefined;
  /** Stop sequences of one request. @default 1000 */
  readonly stopSequences?: number | undefined;
  /** Characters of one event of a reply. @default 4194304 */
  readonly eventCharacters?: number | undefined;
  /** Characters of one whole reply. @default 67108864 */
  readonly replyCharacters?: number | undefined;
  /** Blocks, calls and citations of one whole reply. @default 10000 */
  readonly replyBlocks?: number | undefined;
}
