import {
  type Clock,
  type ErrorKind,
  type JsonObject,
  type ModelRequest,
  ServiceError,
} from "@diglot/core";
import { findFormat, type SpokenFormat } from "../common/formats.js";
import { usualWords } from "./error-words.js";
import { type WireWords, wireWords } from "./places/wire-words.js";

/** What faults must know of the request whose answer they change. */
export interface FaultContext {
  readonly format: SpokenFormat;
  readonly words: WireWords;
  /** Whether the answer is an event stream. */
  readonly isStream: boolean;
  readonly requestId: string;
  /** The body of the request, for an error that repeats what was asked for. */
  readonly body?: JsonObject | undefined;
  readonly clock: Clock;
}

/** What faults must know of a request. */
export function contextOf({ origin, stream, requestId, clock }: ModelRequest): FaultContext {
  const format = findFormat(origin.format) ?? "chat-completions";
  const { body } = origin;
  return { format, words: wireWords[format], isStream: stream, requestId, clock, body };
}

/** What an error is made of; its words are the usual ones unless it has its own. */
export interface ErrorParts {
  readonly kind?: ErrorKind | undefined;
  readonly message?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The error of a fault. Without a kind the service is overloaded. */
export function toServiceError(
  { kind = "overloaded", message, retryAfterSeconds }: ErrorParts,
  { format }: FaultContext,
): ServiceError {
  return new ServiceError({
    kind,
    message: message ?? usualWords(kind, format),
    retryAfterSeconds,
  });
}
