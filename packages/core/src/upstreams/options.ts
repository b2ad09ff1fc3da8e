import type { PriceList } from "../accounts/prices/prices.js";
import type { TranslationOptions, UpstreamCapabilities } from "../conversation/capabilities.js";
import type { ChangingLine, PromptPreset } from "../conversation/stable-prompt/lines.js";
import type { Credential } from "../formats/upstream-format.js";
import type { HeaderList } from "../http/answers.js";
import type { ModelRename } from "./send/model-rename.js";
import type { Quote } from "./send/quote.js";
import type { Transport } from "./send/transport.js";
import type { ReasoningStore } from "./translate/reasoning-store.js";

/**
 * How long an upstream may take, in milliseconds. Pings and comments of the upstream do not count as events. A
 * time that is absent is limited only by the service's own timeouts.
 */
export interface UpstreamTimeouts {
  /** Until the first event of its reply, including the connection. */
  readonly firstEvent?: number | undefined;
  /** Between two events. */
  readonly betweenEvents?: number | undefined;
  /** For the whole reply. */
  readonly total?: number | undefined;
  /**
   * Until the head of its answer has arrived. `fetch` shows no earlier moment, so set this only for an upstream
   * that sends its head before its model begins. A runtime's or transport's own limit for connections (10 s in
   * Node) applies in any case.
   */
  readonly connect?: number | undefined;
}

/** Options of an upstream and of one of its models. */
export interface UpstreamOptions<C extends UpstreamCapabilities = UpstreamCapabilities> {
  /** The name by which callers ask for the model. */
  readonly id: string;
  /**
   * The address of the upstream: for Messages with or without its final `/v1`, for the other formats with its
   * version, such as `http://127.0.0.1:11434/v1`. The address of an endpoint, such as `…/v1/messages`, is refused.
   */
  readonly baseUrl: string;
  /**
   * The upstream's key. It never reaches a caller, and no caller's key reaches the upstream. @default no
   * credential is sent
   */
  readonly apiKey?: string | undefined;
  /**
   * Several keys of the upstream in place of `apiKey`. Each conversation keeps to one of them. A key that is
   * refused with 429, 401 or 402 rests for as long as the upstream asks, or for a time that grows. The
   * conversation goes on with another key, and its caller does not notice.
   */
  readonly apiKeys?: readonly string[] | undefined;
  /**
   * How the key is sent: in a header of that name, or as a bearer token. @default `"x-api-key"` for Messages,
   * otherwise `"bearer"`
   */
  readonly credential?: Credential | undefined;
  /** The model's name at the upstream. @default the id */
  readonly model?: string | undefined;
  /** Headers of every request to the upstream. They override a caller's header of the same name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The name of a header, such as `x-client-request-id`, that carries the id of each attempt, so that you can
   * match the upstream's logs with the ledger. @default none
   */
  readonly attemptIdHeader?: string | undefined;
  /**
   * What the upstream supports, where it differs from the default of its format: a preset such as `presets.vllm`,
   * with your own members over it if needed.
   */
  readonly capabilities?: Partial<C> | undefined;
  /** How requests are translated where there is a choice. */
  readonly translation?: Partial<TranslationOptions> | undefined;
  /** How long the upstream may take. */
  readonly timeouts?: UpstreamTimeouts | undefined;
  /** Sends the requests. @default the global `fetch` */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * Sends the requests instead of `fetch`. On Node, `createNodeTransport()` of `@diglot/adapter-node-http` costs
   * much less.
   */
  readonly transport?: Transport | undefined;
  /**
   * Other names under which callers may ask for the model. A name that ends in `*` stands for every name with that
   * prefix. @default none
   */
  readonly aliases?: readonly string[] | undefined;
  /** The name in lists of models. @default the id */
  readonly displayName?: string | undefined;
  /** When the model was made, in lists of models: Unix time in seconds. @default 0 */
  readonly created?: number | undefined;
  /** The owner in lists of models. @default "diglot" */
  readonly ownedBy?: string | undefined;
  /** US dollars per million tokens, or a list of prices by date. A model without prices is free. @default none */
  readonly prices?: PriceList | undefined;
  /** The most tokens that the model can read. @default not known */
  readonly contextWindow?: number | undefined;
  /** Counts the tokens of a text, where the upstream reports no count. @default a quarter of the bytes */
  readonly countTokens?: ((text: string) => number) | undefined;
  /**
   * `show` shows callers the upstream's message about a request that it refuses, without secrets, its address, and
   * texts that look like a key. `hide` shows them only the service's own words, also where the upstream speaks
   * their format. @default "show"
   */
  readonly upstreamErrors?: "show" | "hide" | undefined;
  /**
   * Shows callers the upstream's own name of the model in replies and errors. Otherwise they read the `id`.
   * @default false
   */
  readonly revealModel?: boolean | undefined;
  /**
   * Leaves out of the instructions the lines that known tools change with every request, so that the upstream can
   * use its prompt cache: `true` for all tools, or a list of tools. Times of day are left out, dates stay, and the
   * receipt lists each change. Do not set it for a tool's own vendor, which reads these lines. @default only the
   * first line of Claude Code, and only where requests are translated for an upstream of Chat Completions or
   * Responses
   */
  readonly stablePrompt?: boolean | readonly PromptPreset[] | undefined;
  /** Keeps reasoning for callers whose format cannot send it back. @default none */
  readonly reasoningStore?: ReasoningStore | undefined;
}

/** Complete, checked, read-only settings of one upstream. */
export interface UpstreamSettings extends Omit<UpstreamOptions, "fetch" | "headers" | "timeouts"> {
  /** Without a final slash, with its version. */
  readonly baseUrl: string;
  /** The only key, or the first of several. */
  readonly apiKey: string | undefined;
  /** All keys, if there are several. */
  readonly apiKeys: readonly string[] | undefined;
  readonly model: string;
  readonly headers: HeaderList;
  readonly capabilities: UpstreamCapabilities;
  readonly translation: TranslationOptions;
  readonly timeouts: UpstreamTimeouts;
  readonly transport: Transport;
  /** Its key and other credentials, as far as they are too long to be words. */
  readonly secrets: readonly string[];
  /** Whether a text of the upstream contains its key, another credential, or its address. */
  readonly holdsSecret: (text: string) => boolean;
  readonly quote: Quote;
  readonly revealModel: boolean;
  /** What is left out of instructions; absent if nothing is. */
  readonly changingLines?: readonly ChangingLine[] | undefined;
  /** Puts the public name of the model in place of the upstream's, in what the upstream says. */
  readonly rename: ModelRename;
  readonly upstreamErrors: "show" | "hide";
}
