import {
  type ConversationEvent,
  type ErrorKind,
  isPromise,
  type MaybePromise,
  type ModelRequest,
  ServiceError,
  type Steps,
} from "@diglot/core";
import { createRedactor, runRedaction } from "@diglot/core/redaction";
import { credentialsOf, redactInSteps, type Secret } from "../secrets/redact.js";
import { pieceOf, redactEventsInSteps } from "../secrets/redact-events.js";
import { structureOf } from "../structure/structure.js";
import type { RecordedError, RecordedExchange, RecordedReply, Tape, TimedEvent } from "../tape.js";
import { cleanConversation } from "./clean-conversation.js";
import { placeExchange } from "./place-exchange.js";

/** The recording of one exchange while it goes on. */
export interface Recording {
  /** More of the reply; the exchange is on its way to the tape with the `end` event. */
  push(events: Iterable<ConversationEvent>): void;
  /** The reply has failed. It is kept unless the request was aborted, or refused by the ledger. */
  fail(error: unknown): void;
  /** The reply was left by its reader. Nothing is kept of it unless it is whole. */
  leave(): void;
  /** Resolves when what is to be kept is on the tape. @throws what the tape threw */
  settled(): Promise<void>;
}

/** Refusals of the service's own ledger: the model was not asked. */
const refusalsOfLedger: ReadonlySet<ErrorKind> = new Set(["budget_exhausted", "store_unavailable"]);

/** Begins the recording of a request, from which times are counted. */
export function createRecording(
  request: ModelRequest,
  tape: Tape,
  secrets: readonly Secret[],
): Recording {
  const { clock, signal } = request;
  const began = clock.monotonic();
  const elapsed = () => Math.round(clock.monotonic() - began);
  const events: TimedEvent[] = [];
  let over = false;
  let kept: Promise<void> = Promise.resolve();

  function keep(error?: RecordedError): void {
    over = true;
    const exchange = toExchange(request, { events, ...(error && { error }) }, secrets);
    const place = (whole: RecordedExchange) => tape.update((taped) => placeExchange(taped, whole));
    kept = isPromise(exchange) ? Promise.resolve(exchange).then(place) : place(exchange);
    // Awaiting it reports the failure; until then it must not count as an unhandled rejection.
    kept.catch(() => undefined);
  }

  return {
    push(more) {
      for (const event of more) {
        if (over) return;
        events.push([elapsed(), event]);
        if (event.type === "end") keep();
      }
    },
    fail(thrown) {
      const error = ServiceError.from(thrown);
      if (over || signal.aborted || refusalsOfLedger.has(error.kind)) return;
      keep(toRecordedError(error, elapsed()));
    },
    leave() {
      over = true;
    },
    settled: () => kept,
  };
}

function toRecordedError(
  { kind, message, retryAfterSeconds }: ServiceError,
  milliseconds: number,
): RecordedError {
  return {
    milliseconds,
    kind,
    message,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

/**
 * Nothing of headers and addresses is in it; the secrets of all texts are blacked out. While a large one
 * is looked at, other work runs.
 */
function toExchange(
  request: ModelRequest,
  reply: RecordedReply,
  secrets: readonly Secret[],
): MaybePromise<RecordedExchange> {
  const pieces = reply.events.map(([, event]) => pieceOf(event)?.length ?? 0);
  const characters = pieces.reduce((sum, length) => sum + length, request.origin.bytes.length);
  return runRedaction(toExchangeInSteps(request, reply, secrets), characters);
}

function* toExchangeInSteps(
  request: ModelRequest,
  reply: RecordedReply,
  secrets: readonly Secret[],
): Steps<RecordedExchange> {
  const redactor = createRedactor([...credentialsOf(request.origin.headers), ...secrets]);
  const clean = cleanConversation(request.conversation());
  const conversation = yield* redactInSteps(clean, redactor);
  return {
    structure: structureOf(conversation),
    conversation,
    ...(request.choice !== undefined && { choice: request.choice }),
    reply: {
      events: yield* redactEventsInSteps(reply.events, redactor),
      ...(reply.error && { error: yield* redactInSteps(reply.error, redactor) }),
    },
  };
}
