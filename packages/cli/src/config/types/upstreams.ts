import type { PriceList } from "@diglot/core";
import type { TimeoutConfig } from "./models.js";

/** A service behind the gateway. */
export interface UpstreamConfig {
  /** Its address: for Messages with or without `/v1`, for Chat Completions with its version, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  /** The format that it speaks. @default found out at the start, by asking it */
  readonly format?: "messages" | "chat-completions" | undefined;
  /** Its key. @default none is sent */
  readonly apiKey?: string | undefined;
  /** Whether every model that it lists is served under its own name, beside those in `models`. @default false */
  readonly allModels?: boolean | undefined;
  /** Of `allModels`: the prices of the models that it lists, by their names there. @default they are free */
  readonly prices?: Readonly<Record<string, PriceList>> | undefined;
  /** How the key is sent. @default "x-api-key" for Messages, "bearer" for Chat Completions */
  readonly credential?: "x-api-key" | "api-key" | "bearer" | undefined;
  /** What it is, if it is well known; it sets the capabilities. */
  readonly preset?: PresetName | undefined;
  /** What it supports, where it differs from its preset or the default of its format. Patterns may be texts. */
  readonly capabilities?: Readonly<Record<string, unknown>> | undefined;
  /** Headers for every request to it. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The name of a header that carries the id of each attempt. @default none */
  readonly attemptIdHeader?: string | undefined;
  /** How long it may take. */
  readonly timeouts?: UpstreamTimeoutsConfig | undefined;
  /** How requests are translated for it. */
  readonly translation?: TranslationConfig | undefined;
  /** Whether callers read what it says about a request that it refuses. @default "show" */
  readonly upstreamErrors?: "show" | "hide" | undefined;
  /** Whether callers read its own names of models. @default false */
  readonly revealModel?: boolean | undefined;
  /** Keeps in memory the reasoning that a caller's format cannot carry, and gives it back on the next turn. @default false */
  readonly reasoningStore?: boolean | ReasoningStoreConfig | undefined;
}

/** The upstreams whose capabilities are known. */
export type PresetName =
  | "anthropic"
  | "openai"
  | "vllm"
  | "ollama"
  | "llamaCpp"
  | "openRouter"
  | "mistral"
  | "deepSeek";

/** How long an upstream may take, in milliseconds. */
export interface UpstreamTimeoutsConfig extends TimeoutConfig {
  /** Until the head of its answer. */
  readonly connect?: number | undefined;
}

/** How requests are translated for an upstream, apart from what it supports. */
export interface TranslationConfig {
  /** Instructions after the first turn, where the upstream accepts none there: in a user turn, at the front, or refused. @default "wrap" */
  readonly lateSystem?: "wrap" | "hoist" | "refuse" | undefined;
  /** Repairs histories whose tool calls and results do not match, instead of refusing them. @default false */
  readonly repair?: boolean | undefined;
  /** Sends a hash of the caller's user id. @default false */
  readonly forwardUser?: boolean | undefined;
  /** The token limit for an upstream that needs one, where neither the caller nor the model sets one. @default 32000 */
  readonly defaultMaxTokens?: number | undefined;
}

/** What is kept of reasoning, in memory. */
export interface ReasoningStoreConfig {
  /** Bytes of everything; the oldest is forgotten first. @default 67108864 */
  readonly maxBytes?: number | undefined;
  /** For how many milliseconds. @default 3600000 */
  readonly ttl?: number | undefined;
}
