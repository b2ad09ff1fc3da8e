import type { KeyRecord } from "../accounts/keys/keys.js";
import type { CallerGonePolicy } from "../accounts/ledger/ledger.js";
import type { Entrance } from "../accounts/limits/limits.js";
import type { Bookkeeper, RequestAttempts } from "../bookkeeping/bookkeeper.js";
import { type InputSize, measureInput } from "../bookkeeping/input-limit.js";
import { createReceipt, type Receipt } from "../conversation/receipt/receipt.js";
import type { RequestEvents } from "../events/request-events.js";
import type { TraceContext } from "../events/request-facts.js";
import type { Format, Head, ParsedRequest } from "../formats/format.js";
import type { Exchange } from "../http/exchange.js";
import type { Model } from "../models/model.js";
import type { Settings } from "../options.js";
import type { Lifetime, Run } from "./lifetime.js";
import type { Route } from "./route.js";

/** What all requests of a service share. */
export interface Host {
  readonly settings: Settings;
  readonly lifetime: Lifetime;
  readonly bookkeeper: Bookkeeper;
}

/** A request whose format is known. */
export interface Routed extends Host {
  readonly exchange: Exchange;
  readonly route: Route;
  readonly format: Format;
  readonly requestId: string;
  /** Absent if nobody listens to the service. */
  readonly events: RequestEvents | undefined;
  readonly trace: TraceContext | undefined;
}

/** The place of a request among those that may run at once. */
export interface Place extends Pick<Entrance, "admit"> {
  /** Gives the place back; called exactly once. Never throws. */
  leave(): void;
}

/** What a valid request to a model holds. */
export interface ValidRequest {
  readonly key: KeyRecord;
  readonly head: Head;
  readonly request: ParsedRequest;
  readonly model: Model;
  /** The session that it belongs to, if the caller says so. Not verified. */
  readonly sessionId?: string | undefined;
  /** The bytes of the request body. No name is repeated in any of its objects. */
  readonly bytes: Uint8Array;
  /** Whether JavaScript would write each number and the order of all names as the body does. */
  readonly isExact: boolean;
}

/** The request context: what the steps that answer a request to a model share. */
export interface Call extends Routed, ValidRequest {
  /** Replaced by its text alone when a relayed stream begins. */
  request: ParsedRequest;
  readonly place: Place;
  readonly idempotencyKey: string | undefined;
  /** How large its input is. */
  readonly input: InputSize;
  readonly run: Run;
  readonly attempts: RequestAttempts;
  readonly receipt: Receipt;
  readonly onCallerGone: CallerGonePolicy;
  /** The token limit of one reply: the caller's limit, else the model's, else the service's default. */
  readonly maxTokens: number;
  /** The tokens that are reserved for the output: `maxTokens` for each requested choice. */
  readonly reservedOutput: number;
}

/**
 * Begins to answer a request to a model, which keeps its place until the end of its run. A request
 * with an idempotency key continues without its caller, since its answer may be requested again.
 * @throws ServiceError `overloaded` once the service closes
 */
export function beginCall(
  routed: Routed,
  valid: ValidRequest,
  place: Place,
  idempotencyKey: string | undefined,
): Call {
  const { settings, lifetime, bookkeeper, exchange, format, requestId, events, trace } = routed;
  const { key, head, request, model, sessionId, bytes, isExact } = valid;
  const onCallerGone = idempotencyKey === undefined ? settings.onCallerGone : "drain";
  const run = lifetime.begin(exchange, onCallerGone === "drain" ? settings.drain.milliseconds : 0);
  run.onEnd(place.leave);
  const maxTokens =
    request.maxTokens ?? model.capabilities.maxOutputTokens ?? settings.defaultMaxTokens;
  const reservedOutput = maxTokens * request.choices;
  const input = measureInput(bytes, request.body, request.attached);
  const receipt = createReceipt(settings.unsupported);
  events?.begin(receipt);
  if (events) run.onEnd((reason) => events.noteOver(run.callerIsGone(), reason));
  const attempts = bookkeeper.begin({
    key,
    requestId,
    format: format.name,
    requestedModel: request.model,
    endUser: request.endUser,
    sessionId,
    idempotencyKey,
    onCallerGone,
    input,
    reservedOutput,
    run,
    events,
    trace,
  });
  // Only one object is spread, and it comes first: joined otherwise, it becomes a slow dictionary.
  return {
    ...routed,
    key,
    head,
    request,
    model,
    sessionId,
    bytes,
    isExact,
    place,
    idempotencyKey,
    input,
    run,
    attempts,
    receipt,
    onCallerGone,
    maxTokens,
    reservedOutput,
  };
}
