import type { TranslationOptions, UpstreamCapabilities } from "../conversation/capabilities.js";
import type { Block, Conversation, JsonObject } from "../conversation/conversation.js";
import type { ConversationEvent } from "../conversation/events.js";
import type { ToolNames } from "../conversation/legal-names.js";
import type { OutputEstimate } from "../conversation/output-estimate.js";
import type { Receipt } from "../conversation/receipt.js";
import type { NativeRules } from "../conversation/rules.js";
import type { Usage } from "../conversation/usage.js";
import type { ServiceError } from "../errors/service-error.js";
import type { HeaderList } from "../http/answers.js";
import type { HeaderLookup } from "../http/exchange.js";
import type { DecodedEvent } from "../sse/frames.js";
import type { Framing } from "./framing.js";

/** How an upstream wants its key: in a header of that name, or as a bearer token in `authorization`. */
export type Credential = "x-api-key" | "api-key" | "bearer";

/** What the writing of a request needs beside the conversation. */
export interface WriteRequestContext<C extends UpstreamCapabilities = UpstreamCapabilities> {
  /** The model's name at the upstream. */
  readonly model: string;
  readonly stream: boolean;
  /** The bound that is sent where the wire requires one and the caller set none. */
  readonly maxTokens: number;
  readonly capabilities: C;
  readonly options: TranslationOptions;
  readonly names: ToolNames;
  /** What the caller's format says about what only it knows. */
  readonly native: NativeRules;
  readonly receipt: Receipt;
  /** Blocks of earlier replies that the caller could not carry, by tool call id. */
  readonly remembered: ReadonlyMap<string, readonly Block[]>;
}

/** What the reading of a reply needs. */
export interface ReadReplyContext<C extends UpstreamCapabilities = UpstreamCapabilities> {
  /** The name for a reply that names no model. */
  readonly model: string;
  readonly capabilities: C;
  readonly names: ToolNames;
  readonly receipt: Receipt;
  /** The stop sequences that were asked for. */
  readonly stopSequences: readonly string[];
  /** An estimate of the input, for what the upstream does not report. */
  readonly inputTokens: number;
  /**
   * Counts what the reply generates, for what the upstream does not report. A reader that needs the
   * count adds every event before it returns it. If a reader adds none, the service adds what it returns.
   */
  readonly outputEstimate: OutputEstimate;
  /** A fresh id for a call that came without one. */
  createToolCallId(): string;
}

/** The usage that an upstream has told so far. */
export interface ReportedUsage {
  readonly counts: Usage;
  /** Whether the counts are those of the whole reply; else more may have come since. */
  readonly final: boolean;
  /** The upstream's own words for them; absent: it said nothing. */
  readonly raw: JsonObject | undefined;
}

/** Reads the events of an upstream's stream. One parser serves one reply. */
export interface StreamParser {
  /**
   * What one event of the wire means; may be nothing.
   * @throws ServiceError for an error event, or `upstream_bad_response` for one that makes no sense
   */
  push(event: DecodedEvent): readonly ConversationEvent[];
  /**
   * What is owed when the upstream's body has ended; after the terminal event, nothing.
   * @throws ServiceError `upstream_bad_response` if the reply is not whole
   */
  end(): readonly ConversationEvent[];
  /** Whether the reply is over: nothing that follows is read. */
  readonly done: boolean;
  /** Whether all that is missing is the usage, for which only a short wait is worth it. */
  readonly awaitsUsage: boolean;
  /** What the upstream has told of its usage so far. */
  reportedUsage(): ReportedUsage;
}

/** An error answer of an upstream, as far as it was read. */
export interface UpstreamFailure {
  readonly status: number;
  readonly headers: HeaderLookup;
  /** At most 64 KiB; JSON, HTML or anything else. */
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

/** What shall be changed in a caller's body on its way to an upstream of the same format. */
export interface RelayEdits<C extends UpstreamCapabilities = UpstreamCapabilities> {
  /** The model's name at the upstream. */
  readonly model: string;
  readonly capabilities: C;
  /** The bound of the output for a caller that sets none, for each choice; absent: none is set. */
  readonly maxTokens?: number | undefined;
  /** Is told of what the upstream does not get. */
  readonly receipt: Receipt;
}

/** A caller's body as it is relayed. */
export interface RelayedBody {
  /** The caller's bytes, but for the spans that had to change. */
  readonly bytes: Uint8Array;
  /** Whether usage was asked for that the caller did not ask for. */
  readonly addedUsage: boolean;
}

/**
 * Reads along while a stream is relayed. It sees whole frames and can neither delay nor change
 * them; what it says of a frame is whether the frame belongs to the caller.
 */
export interface RelayObserver {
  /**
   * `pass` it on, `remove` what only the service asked for, or pass it on as the `last`.
   * @throws ServiceError `upstream_bad_response` for a frame that no caller could read, or what an
   * error means that no caller would know for one
   */
  push(frame: string): "pass" | "remove" | "last";
  /** How many events have gone by; errors and signs of life, such as comments and pings, are none. */
  readonly events: number;
  /** Whether content has begun. */
  readonly begun: boolean;
  /** Whether all that is missing is what comes after the end of the content: a short wait is enough. */
  readonly awaitsEnd: boolean;
  /**
   * What the caller is owed when the upstream's body has ended: nothing, or the terminal event that
   * the upstream leaves out.
   * @throws ServiceError `upstream_bad_response` if the reply is not whole
   */
  end(): string;
  /** What the upstream has told of its usage so far. */
  reportedUsage(): ReportedUsage;
  /** The error that the upstream sent as an event. */
  readonly error: ServiceError | undefined;
  /** Bytes of all content that went by, thoughts included, for an estimate. */
  outputBytes(): number;
  /** Bytes of the thoughts among them. */
  reasoningBytes(): number;
}

/**
 * A wire format, as an upstream speaks it. The other half of a format's folder: `Format` is how
 * callers speak it.
 */
export interface UpstreamFormat<C extends UpstreamCapabilities = UpstreamCapabilities> {
  readonly name: string;
  /** The path of the endpoint below the upstream's base URL, which ends in its version. */
  readonly path: string;
  readonly countTokensPath?: string | undefined;
  /** The path of the models list, with what makes it whole. */
  readonly modelsPath: string;
  /** How its streams are cut into events. */
  readonly framing: Framing;
  /** What is assumed of an upstream that nothing is known of. */
  readonly capabilities: C;
  /** The header in which the wire's own services want their key. */
  readonly credential: Credential;
  /** The headers that the wire requires of every request. */
  readonly wireHeaders: HeaderList;
  /** The headers of the caller that go along when a request is relayed; never a credential. */
  relayedRequestHeaders(headers: HeaderLookup): HeaderList;
  /** The headers of the upstream that reach the caller when a reply is relayed. */
  relayedReplyHeaders(headers: HeaderLookup): HeaderList;
  /** Writes a conversation in this format. Every loss and every refusal goes to the receipt. */
  writeRequest(conversation: Conversation, context: WriteRequestContext<C>): JsonObject;
  /** The number that the token counter answers. @throws ServiceError `upstream_bad_response` */
  parseTokenCount?(body: unknown): number;
  createStreamParser(context: ReadReplyContext<C>): StreamParser;
  /**
   * A whole JSON reply as events. `bytes` are what it was parsed from, for values that JavaScript
   * cannot hold. @throws ServiceError `upstream_bad_response` or that of an error body
   */
  parseResponse(
    body: unknown,
    context: ReadReplyContext<C>,
    bytes?: Uint8Array,
  ): readonly ConversationEvent[];
  /** What an error answer means to the caller. */
  parseError(failure: UpstreamFailure): ServiceError;
  /**
   * An error body in this format's envelope, with the upstream's own words, for a caller of the
   * format: the same object if it has the envelope, `undefined` if it has no words. `error` is what
   * `parseError` says of it.
   */
  toErrorEnvelope(body: JsonObject, error: ServiceError): JsonObject | undefined;
  /** Whether a JSON body has the shape of a whole reply, so that it can be relayed. */
  isReply(body: unknown): boolean;
  /** What usage a whole JSON reply tells. */
  readUsage(body: unknown, capabilities: C): ReportedUsage;
  parseModels(body: unknown): readonly ListedModel[];
  /** Edits a caller's bytes for the upstream. `body` is what they parse to. */
  editRelayedRequest(bytes: Uint8Array, body: JsonObject, edits: RelayEdits<C>): RelayedBody;
  /** `body` is what was asked for. */
  createRelayObserver(capabilities: C, addedUsage: boolean, body: JsonObject): RelayObserver;
}
