import type { PriceList } from "../accounts/prices/prices.js";
import type { AttemptEnd } from "../conversation/attempt-end.js";
import type { Conversation } from "../conversation/conversation.js";
import type { ChoiceSource, EventSource } from "../conversation/events.js";
import type { Receipt } from "../conversation/receipt/receipt.js";
import type { NativeRules } from "../conversation/receipt/rules.js";
import type { ReplyFacts } from "../conversation/reply-facts.js";
import type { Units } from "../conversation/usage/units.js";
import type { FinalUsage, Usage } from "../conversation/usage/usage.js";
import type { FailedAttempt } from "../events/request-facts.js";
import type { RunAttempt } from "../events/run-attempt.js";
import type { AttemptContents } from "../events/show-contents.js";
import type { HeaderList } from "../http/answers.js";
import type { Answer, ByteSource, HeaderLookup } from "../http/exchange.js";
import type { JsonObject } from "../json/value.js";
import type { Clock } from "../runtime/clock.js";
import type { Continuity } from "./continuity.js";

/** The kinds of input and the request parameters that a model supports. */
export interface Capabilities {
  /** Tools, and the functions that older Chat Completions clients send in their place. @default true */
  readonly tools: boolean;
  /** The kinds of tool choice; `any` is `required` in Chat Completions. @default ["auto", "none", "any", "tool"] */
  readonly toolChoice: readonly ("auto" | "none" | "any" | "tool")[];
  /** Images. @default true */
  readonly images: boolean;
  /** Documents. @default true */
  readonly documents: boolean;
  /** Audio. @default true */
  readonly audio: boolean;
  /**
   * Modes of `thinking`. If the list is empty, the parameter is refused. @default ["enabled", "adaptive",
   * "disabled", "between_tools"]
   */
  readonly thinking: readonly string[];
  /**
   * Levels of effort. If the list is empty, the parameter is refused. @default ["none", "minimal", "low",
   * "medium", "high", "xhigh", "max"]
   */
  readonly effort: readonly string[];
  /** Forms of output besides plain text. The model itself must produce them. @default ["json", "json_schema"] */
  readonly outputFormats: readonly ("json" | "json_schema")[];
  /**
   * Sampling parameters, by their names on the wire. @default ["temperature", "top_p", "top_k", "seed",
   * "frequency_penalty", "presence_penalty", "logit_bias"]
   */
  readonly sampling: readonly string[];
  /** Stop sequences. The service enforces them. @default true */
  readonly stopSequences: boolean;
  /** The most choices that one request may ask for (`n` of Chat Completions). @default 8 */
  readonly choices: number;
  /** Requests for log probabilities. @default false */
  readonly logprobs: boolean;
  /**
   * Requests for a search of the web (`web_search_options` of Chat Completions). `withServerTools` sets it.
   * @default false
   */
  readonly webSearch: boolean;
  /** A last assistant turn that the reply continues. @default true */
  readonly prefill: boolean;
  /** Instructions after the first user turn (role `system`). @default true */
  readonly systemTurns: boolean;
  /** The most tokens of one reply. A request for more is refused. @default not known */
  readonly maxOutputTokens?: number | undefined;
  /**
   * The most tokens of input. A document may reserve so many, and in Chat Completions a longer request is refused.
   * @default not known
   */
  readonly contextWindow?: number | undefined;
  /**
   * Members of the body that the format does not know: `true` passes all of them on; a list names the accepted
   * ones, and any other is refused. @default true
   */
  readonly extensions: true | readonly string[];
  /**
   * Roles, and types of blocks, parts, sources and tool calls, that the caller's format does not know: `true`
   * passes all of them on; a list names the accepted ones, and any other is refused. @default []
   */
  readonly unknownContent: true | readonly string[];
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
  /** The rules of the caller's format for its native fields. */
  readonly native: NativeRules;
  /** What the caller's format knows of the requests of one conversation. Absent: nothing. */
  readonly continuity?: Continuity | undefined;
}

/** Why an attempt has failed, for its row. */
export interface AttemptFailure {
  /** What was thrown; the row gets its kind. @default the kind that the end stands for */
  readonly error?: unknown;
  /** The status of the upstream's answer; absent if it has not answered. @default the error's */
  readonly upstreamStatus?: number | undefined;
  /** For how many milliseconds the key of the upstream rests, if it has several and refused this one. */
  readonly keyRestMilliseconds?: number | undefined;
}

/**
 * One call of a model that is not a wrapper. Its ledger row is open from before the call is sent until
 * the attempt is closed or released. If neither happens within one lease after the end of its request,
 * the row is left to recovery.
 */
export interface Attempt {
  /** The id of its row. */
  readonly id: string;
  /** What the request to an upstream needs so that it continues the caller's trace. @default nothing */
  readonly traceHeaders?: HeaderList | undefined;
  /**
   * Runs a part of the attempt, such as a step of a model in this process, in whatever context a
   * reporter has for it, and returns or throws what it does. Absent: no reporter has one.
   */
  readonly run?: RunAttempt | undefined;
  /** Shows what passes between the service and the upstream, if anybody may see it. */
  readonly contents?: AttemptContents | undefined;
  /**
   * Sets what is called now and then for what the attempt has used so far, so that a lost process does
   * not lose everything.
   */
  watch(observe: () => Usage): void;
  /**
   * Settles the row with what was used, with the upstream's own usage object and, if it has failed,
   * with the reason; only the first call counts. What the reply says of itself is for reports,
   * and is asked only if somebody listens. Never rejects.
   */
  close(
    end: AttemptEnd,
    usage: FinalUsage,
    rawUsage?: JsonObject,
    failure?: AttemptFailure,
    reply?: () => ReplyFacts | undefined,
  ): Promise<void>;
  /** Returns the reservation of an attempt that was never sent. Never rejects. */
  release(): Promise<void>;
}

/** What a model announces before it sends anything. */
export interface AttemptAnnouncement {
  /** The model that will be billed. */
  readonly model: Model;
  /** The base URL of its upstream, if it has one; for reports. */
  readonly upstream?: string | undefined;
  /** The upstream's own name of the model; for reports. */
  readonly upstreamModel?: string | undefined;
  /** The name of the upstream's format; for reports. */
  readonly upstreamFormat?: string | undefined;
  /** Which of the upstream's keys it gets, if there are several: `keys[1]`; for reports. */
  readonly upstreamKey?: string | undefined;
  /** The tokens to reserve for the output. @default the request's `reservedOutput` */
  readonly reservedOutput?: number | undefined;
  /** The units that the request asks for, as far as they are known; they are reserved. @default none */
  readonly units?: Units | undefined;
  /** What the request asks for that multiplies the model's prices, by the member. @default nothing */
  readonly asked?: Readonly<Record<string, number>> | undefined;
}

/** Who calls. */
export interface Caller {
  /** The id of the key, or the one that `authenticate` returned; `anonymous` with `allowAnonymous`. */
  readonly keyId: string;
  /** The account that pays. */
  readonly accountId: string;
  /**
   * For whom the caller acts, as the body says: `metadata.user_id`, or `safety_identifier`, or `user`.
   * Nobody has verified it.
   */
  readonly endUser?: string | undefined;
  /** What `authenticate`, or the keys, attached to the caller. */
  readonly attached?: unknown;
}

/** One request as a model sees it. */
export interface ModelRequest {
  readonly requestId: string;
  readonly caller: Caller;
  /** The neutral conversation. It is parsed by the first call; a model that relays the bytes needs none. */
  conversation(): Conversation;
  /**
   * The same, with `spellings` if the body has numbers that JavaScript writes differently. While a large
   * body is parsed, other work of the process may run.
   */
  readConversation(): Promise<Conversation>;
  readonly origin: Origin;
  readonly stream: boolean;
  /** The most tokens that the reply may have: the caller's limit, else the model's maximum, else the service's default. */
  readonly maxTokens: number;
  /** The tokens that are reserved for the output: `maxTokens` for each choice of the reply. */
  readonly reservedOutput: number;
  /**
   * How many choices the reply must have. Only models with `ownChoices` are asked for more than one.
   */
  readonly choices: number;
  /**
   * Which of several choices the reply is, from 0, where the model is called once for each of them.
   * Absent: the reply is the whole answer.
   */
  readonly choice?: number | undefined;
  /** Whether the reply must be events, because a wrapper reads them: then nothing is relayed. @default no */
  readonly asEvents?: boolean | undefined;
  /** The place of the first sound in the body, as a JSON pointer; absent if there is none. */
  readonly audioAt?: string | undefined;
  /** The bytes of the files in a body that is not JSON; absent if it has none. */
  readonly attachedBytes?: number | undefined;
  /**
   * The most characters of one event of an upstream's stream, its framing included; if the stream is
   * relayed, bytes. It is the service's option `sizeLimits.eventCharacters`.
   */
  readonly maxEventCharacters: number;
  /** The most characters of the whole reply. It is the service's option `sizeLimits.replyCharacters`. */
  readonly maxReplyCharacters: number;
  /**
   * The most blocks, calls and citations of the whole reply. It is the service's option
   * `sizeLimits.replyBlocks`.
   */
  readonly maxReplyBlocks: number;
  /** Aborts when the caller leaves, a timeout is reached or the service closes. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Returns a number of at least 0 and below 1, for jitter and choices among equals. */
  random(): number;
  /**
   * Whether a value that only works where it was made, such as a signature, was made by another upstream than
   * the one that is asked. An upstream leaves it out. Absent: none was, as far as anybody knows.
   */
  readonly isForeign?: ((value: string) => boolean) | undefined;
  /** Records what is lost in translation, on the way to the model and back. */
  readonly receipt: Receipt;
  /** Returns a new id for a tool call, in the style of the caller's format. */
  createToolCallId(): string;
  /**
   * Opens the ledger row of one attempt and takes its reservation.
   * @throws ServiceError `budget_exhausted` or `store_unavailable`; then nothing may be sent
   */
  attempt(announcement: AttemptAnnouncement): Promise<Attempt>;
  /** Notes which attempt answers one of several choices, if anybody listens. Never throws. */
  readonly noteChoice?: ((choice: number, attemptId: string) => void) | undefined;
  /** Reports a failure that the caller never sees, because another attempt follows. Never throws. */
  reportFailure?(failure: FailedAttempt): void;
}

/** What every reply may have besides its content. */
interface AlteredReply {
  /**
   * Changes the finished answer, as the last step: whatever this returns is sent, unchecked. It exists
   * to break answers on purpose, for tests of clients. The ledger records what the model did, not
   * what became of its answer. Cancelling the returned body must cancel the original one.
   */
  readonly alter?: ((answer: Answer) => Answer) | undefined;
}

/** Several choices in neutral events; the caller's format writes them. */
export interface ChoicesReply extends AlteredReply {
  readonly kind: "choices";
  /** How many they are; each has events. */
  readonly count: number;
  readonly events: ChoiceSource;
}

/** A reply in neutral events; the caller's format writes it. */
export interface EventsReply extends AlteredReply {
  readonly kind: "events";
  readonly events: EventSource;
}

/**
 * A reply that an upstream of the caller's format has written. Its bytes go to the caller unchanged.
 * The blocks of a stream are whole frames. If a stream fails, its source rejects, and the caller's
 * format appends its error event.
 */
export interface RelayReply extends AlteredReply {
  readonly kind: "relay";
  readonly status: number;
  /** Only headers that may reach the caller; lower case. */
  readonly headers: HeaderList;
  readonly body: Uint8Array | ByteSource;
  /**
   * Whether a body that is a source has no frames, such as a sound: nothing is ever added to it, and if it
   * fails, the caller's connection breaks. @default its blocks are whole frames
   */
  readonly isOpaque?: boolean | undefined;
  /** Resolves when the first content can be read; rejects when the stream fails before that. */
  untilContent(): Promise<void>;
  /**
   * How many events of a stream have been read; heartbeats, such as comments and pings, do not count.
   * If absent, each block counts as one event.
   */
  countEvents?(): number;
  /** Whether the content of a stream has begun. If absent, it begins with the first block. */
  hasBegun?(): boolean;
}

/** What a model returns. */
export type Reply = EventsReply | ChoicesReply | RelayReply;

/**
 * A model: one function from a request to a reply, and what is known about it. Whatever changes a
 * model's behaviour is a model wrapper: a function that takes models and returns a model.
 */
export interface Model {
  readonly id: string;
  /**
   * Other names under which callers may ask for it; the answer contains `id`. An alias that ends in
   * `*` stands for every name with that prefix that no other model has.
   */
  readonly aliases: readonly string[];
  readonly displayName: string;
  /** Unix time in seconds. */
  readonly created: number;
  readonly ownedBy: string;
  readonly capabilities: Capabilities;
  /**
   * Whether the model itself refuses what it does not support. The service then checks nothing against
   * `capabilities`, which only describe the model. @default false
   */
  readonly validatesOwnRequests?: boolean | undefined;
  readonly prices?: PriceList | undefined;
  /** What its replies are counted in besides tokens, by the names that prices have. @default nothing */
  readonly units?: readonly string[] | undefined;
  /**
   * The formats to whose callers it gives several choices in one reply. For those of all other formats
   * it is called once for each choice, and the service joins its replies. @default none
   */
  readonly ownChoices?: readonly string[] | undefined;
  /** Rejects, preferably with a `ServiceError`, when it fails before its first event. */
  respond(request: ModelRequest): Promise<Reply>;
  /** Counts the input tokens of a conversation; used for `count_tokens` and for estimates. */
  countInputTokens(conversation: Conversation): number;
  /** Counts the input tokens as the model itself does, for `count_tokens`. @default `countInputTokens` */
  countTokens?(request: CountRequest): Promise<TokenCount>;
  /**
   * The secrets that it was made with, such as the key of its upstream: nothing that is shown of the
   * service has them. @default none
   */
  secrets?(): readonly string[];
}

/** A request to count input tokens. */
export type CountRequest = Pick<
  ModelRequest,
  "requestId" | "caller" | "conversation" | "origin" | "signal" | "clock" | "receipt"
>;

/** A number of tokens, and whether it is only an approximation. */
export interface TokenCount {
  readonly inputTokens: number;
  readonly estimated: boolean;
}
