import type { PriceList } from "../accounts/prices/prices.js";
import type { Conversation, JsonObject } from "../conversation/conversation.js";
import type { EventSource } from "../conversation/events.js";
import type { Receipt } from "../conversation/receipt.js";
import type { NativeRules } from "../conversation/rules.js";
import type { FinalUsage, Usage } from "../conversation/usage.js";
import type { HeaderList } from "../http/answers.js";
import type { Answer, ByteSource, HeaderLookup } from "../http/exchange.js";
import type { Clock } from "../runtime/clock.js";

/** Input kinds and request parameters that a model may or may not take. */
export interface Capabilities {
  /** Takes tools at all. */
  readonly tools: boolean;
  /** The kinds of tool choice it takes. */
  readonly toolChoice: readonly ("auto" | "none" | "any" | "tool")[];
  readonly images: boolean;
  readonly documents: boolean;
  readonly audio: boolean;
  /** Modes of `thinking` it takes; empty: the parameter is refused. */
  readonly thinking: readonly string[];
  /** Levels of effort it takes; empty: the parameter is refused. */
  readonly effort: readonly string[];
  /** Forms of output it takes beside plain text. */
  readonly outputFormats: readonly ("json" | "json_schema")[];
  /** Sampling parameters it takes (`temperature`, `top_p`, `top_k`, `seed`, `frequency_penalty`, …), in the words of the wire. */
  readonly sampling: readonly string[];
  /** Whether it refuses `temperature` and `top_p` in one request. @default false */
  readonly oneSamplingParameter?: boolean | undefined;
  readonly stopSequences: boolean;
  /** The largest number of choices in one answer (`n`). */
  readonly choices: number;
  readonly logprobs: boolean;
  /** A last turn of the assistant that the reply continues. */
  readonly prefill: boolean;
  /** Turns of role `system` after the first user turn. */
  readonly systemTurns: boolean;
  /** The most tokens it can generate in one reply; absent: no cap is known. */
  readonly maxOutputTokens?: number | undefined;
  /** The most tokens it can read; absent: not known. */
  readonly contextWindow?: number | undefined;
  /**
   * Members of the body that neither format's table names: `true` passes all of them on, a list
   * names those that are taken, and any other is refused.
   */
  readonly extensions: true | readonly string[];
  /**
   * Members of the body that it refuses though the format knows them: as `unsupported` by this
   * model, or as if they were `unknown` to all. @default none
   */
  readonly refuses?: Readonly<Record<string, "unsupported" | "unknown">> | undefined;
  /** What it refuses of what it otherwise takes, as long as its effort is not `none`. @default nothing */
  readonly whileReasoning?: ReasoningLimits | undefined;
  /** For a model that stands in for one of a vendor, as in tests. @default it stands for itself */
  readonly standIn?: StandIn | undefined;
}

/** How a model deals with what the one that it stands in for takes, and it cannot do. */
export interface StandIn {
  /**
   * Members of the body that it takes without heeding them, since its replies are fixed anyway;
   * `file_id` stands for files that are named by their id.
   */
  readonly unheeded: readonly string[];
  /** A sentence that ends its refusals of several choices, log probabilities and audio output. */
  readonly advice: string;
}

/** What a model refuses while it reasons, in the words of the wire; `tools` stands for function tools. */
export interface ReasoningLimits {
  /** The level of a request that names none. */
  readonly defaultEffort: string;
  readonly refuses: readonly ("presence_penalty" | "frequency_penalty" | "logprobs" | "tools")[];
}

/** The wire request that a conversation was read from. */
export interface Origin {
  /** The name of the caller's format. */
  readonly format: string;
  /** The validated body as it came, unknown members included. */
  readonly body: JsonObject;
  /** Values that the format reads from headers (`version`, `betas`). */
  readonly head: JsonObject;
  /** The body's bytes, for a model that relays them. */
  readonly bytes: Uint8Array;
  readonly headers: HeaderLookup;
  /** What the caller's format says about what only it knows. */
  readonly native: NativeRules;
}

/** How a leaf model's try ended; `shutdown`: the service closed before the reply was whole. */
export type AttemptEnd =
  | "completed"
  | "upstream_error"
  | "client_abort"
  | "timeout"
  | "limit"
  | "shutdown";

/**
 * One try of a leaf model, open in the ledger from before it is sent until it is closed or released.
 * One of which neither has been called a lease after its request was over is left to recovery.
 */
export interface Attempt {
  /** The id of its row. */
  readonly id: string;
  /**
   * Tells that the try is on its way. `observe` is asked now and then for what it has used so far,
   * so that not all is lost if the process is.
   */
  sent(observe: () => Usage): void;
  /**
   * Settles the row with what was used, and with the upstream's own words for it; only the first
   * call counts. Never rejects.
   */
  close(end: AttemptEnd, usage: FinalUsage, rawUsage?: JsonObject): Promise<void>;
  /** Removes the reservation of a try that never left. Never rejects. */
  release(): Promise<void>;
}

/** What a leaf model announces before it sends anything. */
export interface AttemptAnnouncement {
  /** The model that will be billed. */
  readonly model: Model;
}

/** One request as a model sees it. */
export interface ModelRequest {
  readonly requestId: string;
  /** The account that the request is on; absent where there are none. */
  readonly accountId?: string | undefined;
  /** The neutral conversation; parsed on first use. */
  readonly conversation: Conversation;
  readonly origin: Origin;
  readonly stream: boolean;
  /** The most tokens the reply may have: the caller's bound, else the model's cap, else the service's default. */
  readonly maxTokens: number;
  /** What is reserved for the output: `maxTokens` for each choice that was asked for. */
  readonly reservedOutput: number;
  /** Aborts when the caller goes away, the time is over or the service closes. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** A number of at least 0 and below 1, for jitter and choices among equals. */
  random(): number;
  /** What was lost on the way to the model and back. */
  readonly receipt: Receipt;
  /** A fresh id for a tool call, in the style of the caller's format. */
  createToolCallId(): string;
  /**
   * Opens a ledger row for one try; the reservation is taken here.
   * @throws ServiceError `budget_exhausted` or `store_unavailable`; nothing may be sent then.
   */
  attempt(announcement: AttemptAnnouncement): Promise<Attempt>;
}

/** What every reply may carry beside its content. */
interface AlteredReply {
  /**
   * Changes the answer once it is written, as the last of all: whatever this returns goes out,
   * unchecked. It is there for those who break answers on purpose, to test clients; the books tell
   * what the model did, not what became of its answer. Cancelling the body that it returns must
   * cancel the one that it got.
   */
  readonly alter?: ((answer: Answer) => Answer) | undefined;
}

/** A reply in neutral words; the caller's format writes it. */
export interface EventsReply extends AlteredReply {
  readonly kind: "events";
  readonly events: EventSource;
}

/**
 * A reply that an upstream of the caller's format has written. Its bytes go to the caller as they
 * are. A stream's blocks are whole frames; a stream that fails rejects, and the caller's format
 * appends its error event.
 */
export interface RelayReply extends AlteredReply {
  readonly kind: "relay";
  readonly status: number;
  /** Only headers that may reach the caller; lower case. */
  readonly headers: HeaderList;
  readonly body: Uint8Array | ByteSource;
  /** Resolves when the first content is there to be read; rejects when the stream fails before it. */
  untilContent(): Promise<void>;
  /**
   * How many events of a stream have been read; signs of life, such as comments and pings, are none.
   * Absent: each block counts as one.
   */
  countEvents?(): number;
}

/** What a model answers. */
export type Reply = EventsReply | RelayReply;

/**
 * A model: one function from a request to a reply, and what is known about it. Everything that
 * changes a model's behaviour is a function from models to models.
 */
export interface Model {
  readonly id: string;
  /**
   * Other names under which callers may ask for it; the answer names `id`. One that ends in `*`
   * stands for every name with that beginning that no other model has.
   */
  readonly aliases: readonly string[];
  readonly displayName: string;
  /** Unix time in seconds. */
  readonly created: number;
  readonly ownedBy: string;
  readonly capabilities: Capabilities;
  /**
   * Whether the model itself refuses what it does not take. The service then checks nothing against
   * `capabilities`, which only describe the model. @default false
   */
  readonly validatesOwnRequests?: boolean | undefined;
  readonly prices?: PriceList | undefined;
  /** Rejects, preferably with a `ServiceError`, when it fails before its first event. */
  respond(request: ModelRequest): Promise<Reply>;
  /** Counts the input tokens of a conversation; used for `count_tokens` and for estimates. */
  countInputTokens(conversation: Conversation): number;
  /** Counts the input tokens as the model itself does, for `count_tokens`; absent: `countInputTokens` does it. */
  countTokens?(request: CountRequest): Promise<TokenCount>;
}

/** A request of the token counter. */
export type CountRequest = Pick<
  ModelRequest,
  "requestId" | "conversation" | "origin" | "signal" | "clock" | "receipt"
>;

/** A number of tokens, and whether it is only an approximation. */
export interface TokenCount {
  readonly inputTokens: number;
  readonly estimated: boolean;
}
