import type { TranslationOptions, UpstreamCapabilities } from "../conversation/capabilities.js";
import type { Block, Conversation } from "../conversation/conversation.js";
import type { ConversationEvent } from "../conversation/events.js";
import type { ToolNames } from "../conversation/legal-names.js";
import type { Pricing } from "../conversation/members/priced-members.js";
import type { Receipt } from "../conversation/receipt/receipt.js";
import type { NativeRules } from "../conversation/receipt/rules.js";
import type { ReplyFacts } from "../conversation/reply-facts.js";
import type { OutputEstimate } from "../conversation/usage/output-estimate.js";
import type { Units } from "../conversation/usage/units.js";
import type { Usage } from "../conversation/usage/usage.js";
import type { ServiceError } from "../errors/service-error.js";
import type { HeaderList } from "../http/answers.js";
import type { HeaderLookup } from "../http/exchange.js";
import type { TextRun } from "../json/text-pattern.js";
import type { JsonObject } from "../json/value.js";
import type { Steps } from "../runtime/steps.js";
import type { DecodedEvent } from "../sse/event-fields.js";
import type { Check } from "../validation/check.js";
import type { Framing } from "./framing.js";

/**
 * How an upstream expects its key: in the header of that name, or as a bearer token in
 * `authorization`.
 */
export type Credential = "x-api-key" | "api-key" | "bearer";

/** What is needed to write a request, besides the conversation. */
export interface WriteRequestContext<C extends UpstreamCapabilities = UpstreamCapabilities> {
  /** The model's name at the upstream. */
  readonly model: string;
  readonly stream: boolean;
  /** The token limit to send if the wire format requires one and the caller set none. */
  readonly maxTokens: number;
  /** Where money is counted: the tokens that are reserved for the reply. No more may be asked for. */
  readonly reservedTokens?: number | undefined;
  /** Where money is counted: what the price list says. What the body asks for is noted in it. */
  readonly pricing?: Pricing | undefined;
  readonly capabilities: C;
  readonly options: TranslationOptions;
  readonly names: ToolNames;
  /** The rules of the caller's format for what only it knows. */
  readonly native: NativeRules;
  readonly receipt: Receipt;
  /** Blocks of earlier replies that the caller's format cannot hold, by tool call id. */
  readonly remembered: ReadonlyMap<string, readonly Block[]>;
}

/** What is needed to read a reply. */
export interface ReadReplyContext<C extends UpstreamCapabilities = UpstreamCapabilities> {
  /** The name for a reply that names no model. */
  readonly model: string;
  readonly capabilities: C;
  readonly names: ToolNames;
  readonly receipt: Receipt;
  /** The stop sequences of the request. */
  readonly stopSequences: readonly string[];
  /** Whether the request asks for log probabilities; others are not read. @default false */
  readonly logprobs?: boolean | undefined;
  /** An estimate of the input, for what the upstream does not report. */
  inputTokens(): number;
  /**
   * Counts the output of the reply, for what the upstream does not report. A reader that needs the
   * count adds every event before it returns it. If a reader adds none, the service adds the returned events.
   */
  readonly outputEstimate: OutputEstimate;
  /** The most blocks and calls that the reply may have; what a reader keeps of them is limited by it. */
  readonly maxBlocks: number;
  /** A fresh id for a tool call that came without one. */
  createToolCallId(): string;
}

/** The usage that an upstream has reported so far. */
export interface ReportedUsage {
  readonly counts: Usage;
  /** Whether the counts cover the whole reply; otherwise they may be out of date. */
  readonly final: boolean;
  /** The usage object of the upstream, unchanged. Absent: it reported nothing. */
  readonly raw: JsonObject | undefined;
  /** The tier that the reply names beside its usage. */
  readonly serviceTier?: string | undefined;
}

/** Reads the events of an upstream's stream. One parser serves one reply. */
export interface StreamParser {
  /**
   * Translates one event of the wire; the result may be empty.
   * @throws ServiceError for an error event, or `upstream_bad_response` for an invalid event
   */
  push(event: DecodedEvent): readonly ConversationEvent[];
  /**
   * The remaining events once the upstream's body has ended; empty after the terminal event.
   * @throws ServiceError `upstream_bad_response` if the reply is incomplete
   */
  end(): readonly ConversationEvent[];
  /** Whether the reply has ended: nothing that follows is read. */
  readonly done: boolean;
  /** Whether only the usage is missing, so that only a short wait is justified. */
  readonly awaitsUsage: boolean;
  /** The usage that the upstream has reported so far. */
  reportedUsage(): ReportedUsage;
}

/** An error answer of an upstream, as far as it was read. */
export interface UpstreamFailure {
  readonly status: number;
  readonly headers: HeaderLookup;
  /** At most 64 KiB of JSON, HTML or any other text. */
  readonly text: string;
}

/** A model that an upstream lists. */
export interface ListedModel {
  readonly id: string;
  readonly displayName?: string | undefined;
  /** Unix time in seconds. */
  readonly created?: number | undefined;
  readonly ownedBy?: string | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly contextWindow?: number | undefined;
}

/** The changes to a caller's body before it is relayed to an upstream of the same format. */
export interface RelayEdits<C extends UpstreamCapabilities = UpstreamCapabilities> {
  /** The model's name at the upstream. */
  readonly model: string;
  readonly capabilities: C;
  /** Where money is counted: the tokens that are reserved for each choice. No more may be asked for. */
  readonly maxTokens?: number | undefined;
  /** Where money is counted: what the price list says. What the request asks for is noted in it. */
  readonly pricing?: Pricing | undefined;
  /** What the format has read from the caller's headers. */
  readonly head?: JsonObject | undefined;
  /** Records what is not sent to the upstream. */
  readonly receipt: Receipt;
  /** Whether a bound value of the body was made by another upstream; then it is left out. Absent: none was. */
  readonly isForeign?: ((value: string) => boolean) | undefined;
}

/** A caller's body as it is relayed. */
export interface RelayedBody {
  /** The caller's bytes, except for the spans that had to change. */
  readonly bytes: Uint8Array;
  /** Whether usage was requested although the caller did not request it. */
  readonly addedUsage: boolean;
}

/**
 * Observes a stream while it is relayed. It sees complete frames and can neither delay nor change
 * them; it only decides whether the caller receives a frame.
 */
export interface RelayObserver {
  /**
   * `pass` the frame on, `remove` it because only the service requested it, or pass it on as the
   * `last` one.
   * @throws ServiceError `upstream_bad_response` for a frame that no caller could read, or the
   * translated error for an error frame that callers would not recognise
   */
  push(frame: string): "pass" | "remove" | "last";
  /**
   * The frames that follow one another in a text, from this offset, and differ from an earlier frame only
   * in what they say: they need not be pushed one by one. `undefined` if the first is another. An
   * observer without this and without `pushRun` has each frame pushed.
   */
  findRun?(text: string, start: number): TextRun | undefined;
  /** Does for all frames of a run what `push` does for one that is passed on. */
  pushRun?(run: TextRun): void;
  /**
   * How many events have passed. Errors, heartbeats, such as comments and pings, and what is removed do
   * not count.
   */
  readonly events: number;
  /** What has passed so far: one object, which is looked at after every block of the network. */
  readonly seen: {
    /** How many blocks, calls and choices have begun; the service limits them. */
    readonly blocks: number;
  };
  /** Whether content has begun. */
  readonly begun: boolean;
  /**
   * Whether the content has ended and only what follows it is missing, so that a short wait is
   * enough.
   */
  readonly awaitsEnd: boolean;
  /**
   * The remaining bytes for the caller once the upstream's body has ended: empty, or the terminal
   * event that the upstream left out.
   * @throws ServiceError `upstream_bad_response` if the reply is incomplete
   */
  end(): string;
  /** The usage that the upstream has reported so far. */
  reportedUsage(): ReportedUsage;
  /** The error that the upstream sent as an event. */
  readonly error: ServiceError | undefined;
  /** Bytes of all content that has passed, reasoning included, for an estimate. */
  outputBytes(): number;
  /** The part of those bytes that is reasoning. */
  reasoningBytes(): number;
  /** What the reply has said of itself so far; for reports. */
  reply?(): ReplyFacts;
}

/** A list in a JSON reply, as far as it is one. */
export interface ItemList {
  /** What its items are, in the plural and in plain words: "tool calls". */
  readonly name: string;
  readonly list: unknown;
}

/** Where replies name their model: the names of the members that lead to the value. */
export interface ModelPlaces {
  /** In a JSON reply. */
  readonly reply: readonly string[];
  /** In an event of a stream. */
  readonly event: readonly string[];
  /** Whether only one event of a stream names it, or all may. */
  readonly once: boolean;
}

/** Where requests have instructions: in a member of the body, or in the messages of some roles in a list. */
export interface InstructionPlace {
  readonly member: string;
  /** The roles of instructions. Absent: the member itself is the content. */
  readonly roles?: readonly string[] | undefined;
}

/**
 * A wire format, as an upstream uses it. It is the counterpart of `Format`, which describes how
 * callers use it.
 */
export interface UpstreamFormat<C extends UpstreamCapabilities = UpstreamCapabilities> {
  readonly name: string;
  /**
   * Whether its requests and replies hold no conversation, so that they can only be relayed. A reply in
   * another form than was asked for is then invalid. @default false
   */
  readonly relayOnly?: boolean | undefined;
  /**
   * Whether the body of a reply with these headers is neither JSON nor a stream of events: its bytes are
   * relayed as they come. A format with this function takes replies in any form. Absent: no reply is.
   */
  relaysBytes?(headers: HeaderLookup): boolean;
  /** The path of the endpoint below the upstream's base URL, which ends in its version. */
  readonly path: string;
  readonly countTokensPath?: string | undefined;
  /** The path of the models list, with the query that asks for the complete list. */
  readonly modelsPath: string;
  /** How its streams are split into events. */
  readonly framing: Framing;
  readonly modelPlaces: ModelPlaces;
  /** Where its requests have instructions. Absent: relays cannot keep them stable. */
  readonly instructionPlaces?: readonly InstructionPlace[] | undefined;
  /** What is assumed about an unknown upstream. */
  readonly capabilities: C;
  /** What the options of an upstream may say instead. */
  readonly validCapabilities: Check;
  /** How the vendor's own service expects its key. */
  readonly credential: Credential;
  /** The headers that the wire format requires in every request. */
  readonly wireHeaders: HeaderList;
  /** The caller's headers that are passed on when a request is relayed; never a credential. */
  relayedRequestHeaders(headers: HeaderLookup): HeaderList;
  /** The upstream's headers that are passed on when a reply is relayed. */
  relayedReplyHeaders(headers: HeaderLookup): HeaderList;
  /**
   * Writes a conversation in this format, with a step for each turn or so. The receipt records every
   * loss and every refusal.
   */
  writeRequest(conversation: Conversation, context: WriteRequestContext<C>): Steps<JsonObject>;
  /**
   * The number of tokens in an answer of the token counter. @throws ServiceError
   * `upstream_bad_response`
   */
  parseTokenCount?(body: unknown): number;
  createStreamParser(context: ReadReplyContext<C>): StreamParser;
  /**
   * A complete JSON reply as events. `bytes` are the text it was parsed from, for values that
   * JavaScript cannot hold. @throws ServiceError `upstream_bad_response`, or the error that an
   * error body describes
   */
  parseResponse(
    body: unknown,
    context: ReadReplyContext<C>,
    bytes?: Uint8Array,
  ): readonly ConversationEvent[];
  /** What an error answer means to the caller. */
  parseError(failure: UpstreamFailure): ServiceError;
  /**
   * An error body in this format's envelope, with the upstream's own message, for a caller of the
   * format. Returns the same object if it already has the envelope, `undefined` if it has no
   * message. `error` is the result of `parseError`.
   */
  toErrorEnvelope(body: JsonObject, error: ServiceError): JsonObject | undefined;
  /**
   * The lists of a JSON body whose items are looked at one by one, outer lists before those in them.
   * Their lengths are checked before the body is read, counted or relayed.
   */
  itemLists(body: unknown): Iterable<ItemList>;
  /** Whether a JSON body is a complete reply, so that it can be relayed. */
  isReply(body: unknown, capabilities: C): boolean;
  /**
   * How much a complete JSON reply says, for an estimate: the bytes of its text, and of the names and
   * arguments of its calls, in all its choices. What is not text counts nothing.
   * @throws ServiceError `upstream_bad_response` for a call that is too deep to be counted
   */
  countOutput(body: unknown, capabilities: C): number;
  /**
   * The usage that a complete reply reports.
   * @param body its JSON body; `undefined` if the reply is relayed as bytes
   * @param headers those of the reply, where it is relayed
   * @param request the request, where it is relayed
   */
  readUsage(
    body: unknown,
    capabilities: C,
    headers?: HeaderLookup,
    request?: { readonly body: JsonObject },
  ): ReportedUsage;
  /**
   * The names of what its requests are counted in besides tokens; prices may name them. Absent: they are
   * counted in tokens only.
   */
  readonly units?: readonly string[] | undefined;
  /** The units that a request asks for, as far as its body shows them; they are reserved. */
  requestUnits?(body: JsonObject): Units | undefined;
  /** What a JSON reply says of itself; for reports. */
  readReplyFacts?(body: unknown): ReplyFacts;
  parseModels(body: unknown): readonly ListedModel[];
  /** Edits a caller's bytes for the upstream. `body` is their parsed value. */
  editRelayedRequest(bytes: Uint8Array, body: JsonObject, edits: RelayEdits<C>): RelayedBody;
  /** `body` is the request. */
  createRelayObserver(capabilities: C, addedUsage: boolean, body: JsonObject): RelayObserver;
}
