import type { PriceList } from "../accounts/prices/prices.js";
import type { TranslationOptions, UpstreamCapabilities } from "../conversation/capabilities.js";
import type { ChangingLine, PromptPreset } from "../conversation/stable-prompt/lines.js";
import type { Credential } from "../formats/upstream-format.js";
import type { HeaderList } from "../http/answers.js";
import type { ModelRename } from "./send/model-rename.js";
import type { Quote } from "./send/quote.js";
import type { Transport } from "./send/transport.js";
import type { ReasoningStore } from "./translate/reasoning-store.js";

/** How long an upstream may take, in milliseconds. A time that is absent is limited only by the service's own timeouts. */
export interface UpstreamTimeouts {
  /** Until the first event of its reply, including the connection. */
  readonly firstEvent?: number | undefined;
  /** Between two events. */
  readonly betweenEvents?: number | undefined;
  /** For the whole reply. */
  readonly total?: number | undefined;
  /**
   * Until the head of its answer has arrived. `fetch` shows no earlier moment, so set this only for an
   * upstream that sends its head before its model begins. A runtime's own limit for connections (10 s
   * in Node) applies in any case.
   */
  readonly connect?: number | undefined;
}

/** Options of an upstream and of one of its models. */
export interface UpstreamOptions<C extends UpstreamCapabilities = UpstreamCapabilities> {
  /** The name by which callers ask for the model. */
  readonly id: string;
  /**
   * The address of the upstream: for a Messages service with or without its final `/v1`, for a Chat
   * Completions service with its version, such as `http://127.0.0.1:11434/v1`.
   */
  readonly baseUrl: string;
  /** The upstream's key. If absent, no credential is sent. Callers' own keys are never sent. */
  readonly apiKey?: string | undefined;
  /**
   * Several keys of the upstream in place of `apiKey`. Each conversation keeps to one of them. A key that is
   * refused with 429, 401 or 402 rests for as long as the upstream says, or for a time that grows, and the
   * conversation goes on with another one, without its caller's notice.
   */
  readonly apiKeys?: readonly string[] | undefined;
  /**
   * How the key is sent: in a header of that name, or as a bearer token.
   * @default "x-api-key" for Messages, "bearer" for Chat Completions
   */
  readonly credential?: Credential | undefined;
  /** The model's name at the upstream. @default the id */
  readonly model?: string | undefined;
  /** Headers for every request to the upstream; they override a caller's header of the same name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * The name of a header, such as `x-client-request-id`, that carries the id of each attempt, so that
   * the upstream's logs can be matched with the ledger. @default none
   */
  readonly attemptIdHeader?: string | undefined;
  /** What the upstream supports, where it differs from the default of its kind: `presets.vllm`, or single members. */
  readonly capabilities?: Partial<C> | undefined;
  readonly translation?: Partial<TranslationOptions> | undefined;
  readonly timeouts?: UpstreamTimeouts | undefined;
  /** @default the global `fetch` */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Sends the requests instead of `fetch`; on Node, `createNodeTransport()` of the Node adapter is much cheaper. */
  readonly transport?: Transport | undefined;
  readonly aliases?: readonly string[] | undefined;
  /** @default the id */
  readonly displayName?: string | undefined;
  /** Unix time in seconds. @default 0 */
  readonly created?: number | undefined;
  /** @default "diglot" */
  readonly ownedBy?: string | undefined;
  readonly prices?: PriceList | undefined;
  /** The most tokens that the model can read. */
  readonly contextWindow?: number | undefined;
  /** Counts the tokens of a text, where the upstream reports no count. @default a quarter of the bytes */
  readonly countTokens?: ((text: string) => number) | undefined;
  /**
   * Whether callers read what the upstream says about a request that it refuses: without secrets, its
   * address, and what looks like a key. `hide`: they read only the service's own words, also where
   * the upstream speaks their format. @default "show"
   */
  readonly upstreamErrors?: "show" | "hide" | undefined;
  /**
   * Whether callers read the upstream's own name of the model in its replies and errors. Otherwise they
   * read the `id`. @default false
   */
  readonly revealModel?: boolean | undefined;
  /**
   * Leaves out of the instructions what known tools change with every request, so that the upstream can
   * use its prompt cache: `true` for all tools, or those named. Times of day are left out, dates stay. What
   * is left out is in the receipt. Not for a tool's own vendor, which knows its lines.
   * @default only the first line of Claude Code, and only where requests are translated for an upstream
   * of Chat Completions or Responses
   */
  readonly stablePrompt?: boolean | readonly PromptPreset[] | undefined;
  /** Keeps the reasoning that a caller's format cannot carry. @default none is kept */
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
