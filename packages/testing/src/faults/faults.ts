import { type Check, checks, type ErrorKind } from "@diglot/core";
import { validKind } from "./check-faults.js";
import type { Chunks, Fault, Place } from "./fault.js";

/** What an error may say beside its kind. */
export interface ErrorFaultOptions {
  /** @default the usual words of the caller's format */
  readonly message?: string | undefined;
  /** After how many seconds a retry makes sense. @default what the service says of this kind */
  readonly retryAfterSeconds?: number | undefined;
}

/** What an error event may say. */
export interface ErrorEventOptions {
  /** @default "overloaded" */
  readonly kind?: ErrorKind | undefined;
  /** @default the usual words of the caller's format */
  readonly message?: string | undefined;
}

const { amount, checkOptions, members, text } = checks;

const validError: Check = members<ErrorFaultOptions>({ message: text, retryAfterSeconds: amount });
const validErrorEvent: Check = members<ErrorEventOptions>({ kind: validKind, message: text });

/** An error of any kind instead of an answer. */
function error(kind: ErrorKind, options: ErrorFaultOptions = {}): Fault {
  checkOptions("faults.error", kind, validKind, "kind");
  checkOptions("faults.error", options, validError);
  return { type: "error", kind, ...options };
}

/** An error event at a place, instead of the rest. */
function errorEvent(at: Place, options: ErrorEventOptions = {}): Fault {
  checkOptions("faults.errorEvent", options, validErrorEvent);
  return { type: "error_event", at, ...options };
}

/** Makes faults by their usual names. What they make is plain data; see `Fault`. */
export const faults = Object.freeze({
  error,
  /** The caller is over its rate: 429. */
  rateLimited: (options?: ErrorFaultOptions) => error("rate_limited", options),
  /** The service takes no more work for now: 529 or 503. */
  overloaded: (options?: ErrorFaultOptions) => error("overloaded", options),
  /** The service has a defect: 500. */
  serverError: (options?: ErrorFaultOptions) => error("internal", options),
  /** A page of a proxy with this status instead of an answer. */
  html: (status = 502): Fault => ({ type: "html", status }),
  /** No answer, until the caller gives up. */
  timeout: (): Fault => ({ type: "silence" }),
  /** The connection is lost before the head. */
  unreachable: (): Fault => ({ type: "unreachable" }),
  /** Another content type; none without a value. */
  contentType: (value?: string): Fault => ({ type: "content_type", value }),
  /** The body ends at a place, cleanly. */
  cut: (at: Place): Fault => ({ type: "cut", at }),
  /** The connection breaks at a place. */
  reset: (at: Place): Fault => ({ type: "reset", at }),
  /** Silence from a place on, for so many milliseconds; for ever without a number. */
  stall: (at: Place, milliseconds?: number): Fault => ({ type: "stall", at, milliseconds }),
  /** So many bytes at a time, with so many milliseconds between them. */
  trickle: (bytes: number, milliseconds: number): Fault => ({
    type: "trickle",
    bytes,
    milliseconds,
  }),
  /** The event before a place comes twice. */
  duplicate: (at: Place): Fault => ({ type: "duplicate", at }),
  /** Bytes at a place that do not belong there. By default an event whose data is no JSON. */
  garbage: (at: Place, bytes = "data: {garbage\n\n"): Fault => ({ type: "garbage", at, bytes }),
  errorEvent,
  /** The stream ends without its last event. */
  noTerminal: (): Fault => ({ type: "no_terminal" }),
  /** Other cuts between reads. */
  chunks: (chunks: Chunks): Fault => ({ type: "chunks", chunks }),
  /** Each read ends inside a character, where there are such of several bytes. */
  splitCharacters: (): Fault => ({ type: "chunks", chunks: "characters" }),
  /** Each read ends in the middle of a line. */
  splitLines: (): Fault => ({ type: "chunks", chunks: "lines" }),
  /** So many events come in one read. */
  merge: (events: number): Fault => ({ type: "chunks", chunks: { events } }),
});
