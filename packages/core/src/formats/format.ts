import type { DocumentStore } from "../accounts/documents/documents.js";
import type { Conversation } from "../conversation/conversation.js";
import type { ConversationEvent } from "../conversation/events.js";
import type { FoldedReply } from "../conversation/fold.js";
import type { Receipt } from "../conversation/receipt/receipt.js";
import type { NativeRules } from "../conversation/receipt/rules.js";
import type { Endpoint } from "../endpoints/endpoint.js";
import type { RateStatus } from "../errors/rates.js";
import type { ServiceError } from "../errors/service-error.js";
import type { HeaderList } from "../http/answers.js";
import type { Answer, Exchange, HeaderLookup, MessageConnection } from "../http/exchange.js";
import type { SizeLimits } from "../http/size-limits.js";
import type { JsonObject } from "../json/value.js";
import type { Continuity } from "../models/continuity.js";
import type { Model } from "../models/model.js";
import type { Clock } from "../runtime/clock.js";
import type { Ids } from "../runtime/ids.js";
import type { MaybePromise } from "../runtime/maybe-promise.js";
import type { Steps } from "../runtime/steps.js";
import type { Check } from "../validation/check.js";

/** What a format reads from the headers of a request, before its body. */
export type Head = JsonObject;

/** A validated request of one format. */
export interface ParsedRequest {
  /** The model name that the caller asked for. */
  readonly model: string;
  readonly stream: boolean;
  /** The body, unchanged, unknown members included. */
  readonly body: JsonObject;
  /** The caller's limit of generated tokens, if it set one. */
  readonly maxTokens: number | undefined;
  /** How many replies are requested at once; the token limit applies to each of them. */
  readonly choices: number;
  /** For whom the caller acts, as it says, if the format has a place for that. */
  readonly endUser?: string | undefined;
  /** The session that it belongs to, if its body says so; made with `toSessionId`. */
  readonly sessionId?: string | undefined;
  /** The files of a body that is not JSON. Absent: it has none. */
  readonly attached?: AttachedFiles | undefined;
  /**
   * The bytes that are equal for equal requests, where a body that is sent again has other bytes, such as
   * a boundary by chance. Absent: those of the body.
   */
  readonly fingerprint?: (() => Uint8Array) | undefined;
  /**
   * The request in its neutral form, parsed on first use, without `spellings`.
   * @throws ServiceError `bad_request` if requests of the format hold no conversation; only a model that
   * knows the format can answer them
   */
  conversation(): Conversation;
  /** The steps that parse it. Once they have run, both return the same conversation. */
  readConversation(): Steps<Conversation>;
}

/** Files in a body that are neither text nor JSON. */
export interface AttachedFiles {
  readonly images: number;
  /** All other files: their lengths in seconds or pages cannot be read from their bytes. */
  readonly others: number;
  /** The bytes of all of them. */
  readonly bytes: number;
}

/** How a format reads bodies that are not JSON. */
export interface BodyReader {
  /** Whether it reads bodies of this content type. All others are read as JSON. */
  accepts(contentType: string): boolean;
  /**
   * The value of a body, which `parseRequest` is called with. The steps of a large body are run in slices.
   * @throws ServiceError `bad_request` or `unsupported_media`
   */
  read(bytes: Uint8Array, contentType: string): Steps<JsonObject>;
}

/** A request, and the JSON text that its body is read from. */
export interface RequestText {
  readonly request: ParsedRequest;
  readonly bytes: Uint8Array;
  /** Whether JavaScript would write each number and the order of all names as the text does. */
  readonly isExact: boolean;
}

/** What is known of a request while its format looks up what it refers to. */
export interface ResolveContext {
  /** The account of the key that calls. */
  readonly accountId: string;
  readonly exchange: Exchange;
  /** Asks a store, which has a limited time. @throws ServiceError `store_unavailable` */
  ask<T>(question: () => MaybePromise<T>): MaybePromise<T>;
}

/** What a connection of messages begins with. */
export interface ConnectContext {
  /** The request that asks for it. */
  readonly exchange: Exchange;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** What is known of an answer while its format keeps it. */
export interface KeepContext {
  readonly request: ParsedRequest;
  /** The account of the key that calls. */
  readonly accountId: string;
  readonly exchange: Exchange;
  readonly ids: Ids;
  /** Keeps in a store, which has a limited time. A failure is reported, and changes no answer. */
  keep(work: () => MaybePromise<void>): MaybePromise<void>;
}

/** What an answer needs besides the reply itself. */
export interface AnswerContext {
  readonly request: ParsedRequest;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Records what the format cannot show of the reply. */
  readonly receipt: Receipt;
}

/**
 * The answer to a request that fails before the head is sent: status, additional headers, JSON
 * body.
 */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: unknown;
}

/** Several complete choices of one reply. */
export interface FoldedChoices {
  /** By their indexes. */
  readonly choices: readonly FoldedReply[];
  /** The one that began first. */
  readonly first: FoldedReply;
}

/** Turns events into the text of a stream. One writer serves one reply. */
export interface StreamWriter {
  /** The frames of one event of a choice; may be empty. @param choice its index; @default 0 */
  write(event: ConversationEvent, choice?: number): string;
  /** What keeps a silent connection alive; empty if the format has no heartbeat. */
  ping(): string;
  /** The frame of an error after the head. Nothing follows it. */
  fail(error: ServiceError, requestId: string): string;
}

/** What a service passes to each of its formats when it starts. */
export interface FormatSetup<Options = unknown, StrictRules = unknown> {
  readonly sizeLimits: SizeLimits;
  /** Where the service keeps documents, if it does. */
  readonly documents?: DocumentStore | undefined;
  /** The format's own option of the service. Absent: its defaults. */
  readonly options?: Options | undefined;
  /** The format's part of the strict profile. Absent: unknown members are accepted. */
  readonly strict?: StrictRules | undefined;
}

/**
 * A wire format without its settings, as an entry in the list of formats. The settings, their
 * defaults and their checks belong to the format.
 */
export interface FormatDefinition<
  Name extends string = string,
  Option extends string = string,
  Options = unknown,
  StrictRules = unknown,
> {
  readonly name: Name;
  /** The name of the format's member in the service's options and in a strict profile. */
  readonly option: Option;
  /** What that member may be. */
  readonly validOptions: Check;
  /** The format with the settings of one service. @throws TypeError for invalid options */
  create(setup: FormatSetup<Options, StrictRules>): Format;
}

/**
 * A wire format, as the callers of one service use it. The service knows nothing else about
 * formats; a further format is a folder that implements this interface.
 */
export interface Format {
  readonly name: string;
  /** The path of its endpoint below the base path, such as `/v1/messages`. */
  readonly path: string;
  /** The path of its token counter, if the format has one. */
  readonly countTokensPath?: string | undefined;
  /**
   * What clients of the format append to their base URL, the usual first: ends of `path`. The answer
   * to an unknown path uses them to name the base URL that a client needs. Absent: `path`.
   */
  readonly clientPaths?: readonly string[] | undefined;
  /**
   * Formats that come with it: requests to models at paths of their own, in words that are much the same. Each
   * has a name of its own. @default none
   */
  readonly companions?: readonly Format[] | undefined;
  /** Its other endpoints, such as those for what it keeps. @default none */
  readonly endpoints?: readonly Endpoint[] | undefined;
  /** The headers that every request of the format must have. */
  readonly requiredHeaders: HeaderList;
  /**
   * The smallest valid body. It stands in for an unknown request, and asks for a stream with its
   * usage.
   */
  readonly minimalRequest: JsonObject;
  /**
   * Takes requests over a connection of messages at the format's path; called with the request that asks for
   * it. Absent: such a request is refused with 426.
   */
  connect?(context: ConnectContext): MessageConnection;
  /** Whether a request to a shared path (the models list, an unknown path) uses this format. */
  recognises(path: string, headers: HeaderLookup): boolean;
  /** The key that the caller presents, or `undefined`. @throws ServiceError `unauthenticated` if there are several. */
  readCredential(headers: HeaderLookup): string | undefined;
  /** The errors for a missing and for a wrong key. They never contain the key. */
  missingCredential(): ServiceError;
  wrongCredential(credential: string, headers: HeaderLookup): ServiceError;
  /** Reads and checks the format's own headers. @throws ServiceError `bad_request` */
  readHead(headers: HeaderLookup): Head;
  /** The rules that other formats apply to what only this format knows. */
  readonly native: NativeRules;
  /** What it knows of the requests of one conversation. Absent: they are told apart by their models only. */
  readonly continuity?: Continuity | undefined;
  /** Reads bodies that are not JSON. Absent: all bodies are JSON. */
  readonly bodyReader?: BodyReader | undefined;
  /**
   * Validates a body. `bytes` are what it was parsed from, for numbers that JavaScript cannot hold;
   * absent if they hold none.
   * @throws ServiceError `bad_request` naming the first field at fault.
   */
  parseRequest(body: unknown, head: Head, bytes?: Uint8Array): ParsedRequest;
  /** Validates the body of the token counter. @throws ServiceError `bad_request` */
  parseCountTokens?(body: unknown, head: Head): ParsedRequest;
  /**
   * Looks up what a valid request refers to, such as an earlier reply, and puts it in its place. Absent:
   * requests of the format refer to nothing.
   * @throws ServiceError `bad_request` or `unknown_path` naming what does not exist
   */
  resolve?(parsed: RequestText, context: ResolveContext): MaybePromise<RequestText>;
  /** Refuses what the chosen model does not support. @throws ServiceError `bad_request` */
  checkSupport(request: ParsedRequest, model: Model): void;
  /** The error for a model that does not exist or that the key may not use. */
  unknownModel(name: string): ServiceError;
  /** A fresh id for a tool call. */
  createToolCallId(ids: Ids): string;
  /** A fresh request id, and the headers that carry it. */
  createRequestId(ids: Ids): string;
  requestIdHeaders(requestId: string): readonly (readonly [name: string, value: string])[];
  /** The JSON body of a whole reply. */
  toResponse(reply: FoldedReply, context: AnswerContext): unknown;
  /** The JSON body of several choices; present if requests of the format may ask for them. */
  toChoicesResponse?(reply: FoldedChoices, context: AnswerContext): unknown;
  /** The content type of a streamed reply. */
  readonly streamContentType: string;
  /** @param choices how many choices the reply has; @default 1 */
  createStreamWriter(context: AnswerContext, choices?: number): StreamWriter;
  /**
   * Keeps what an answer to a request says, before the end of the answer goes out. Absent: nothing is kept.
   * @returns the answer, which may be another one
   */
  keepAnswer?(answer: Answer, context: KeepContext): MaybePromise<Answer>;
  toErrorAnswer(error: ServiceError, requestId: string): ErrorAnswer;
  /** The headers that report the rate limits of a request. `now` is in milliseconds since 1970. */
  rateHeaders(rates: RateStatus, now: number): HeaderList;
  /** The body of the token counter's answer. */
  toTokenCount?(inputTokens: number): unknown;
  toModelsList(models: readonly Model[], parameters: URLSearchParams): unknown;
  toModel(model: Model): unknown;
}
