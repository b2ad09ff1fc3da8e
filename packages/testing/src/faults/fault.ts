import type { ErrorKind } from "@diglot/core";

/**
 * A place in an answer's body, counted from its start: after so many bytes; after so many events of
 * its stream (pings do not count); or after the given number of whole content blocks of the reply. A place beyond the
 * end is the end. A JSON answer has bytes only: any other place is its half.
 */
export type Place =
  | { readonly bytes: number }
  | { readonly events: number }
  | { readonly blocks: number };

/**
 * How the bytes of an answer are cut into reads:
 * `whole`: all in one;
 * `events`: each event of a stream alone, as written;
 * `{ bytes }`: so many bytes each;
 * `{ events }`: so many events merged into one;
 * `characters`: between the bytes of every character that has several, so that each read ends inside one;
 * `lines`: in the middle of every line;
 * `{ seed, upTo }`: random sizes of 1 to `upTo` bytes (default 64), the same for the same seed.
 */
export type Chunks =
  | "whole"
  | "events"
  | "characters"
  | "lines"
  | { readonly bytes: number }
  | { readonly events: number }
  | { readonly seed: number; readonly upTo?: number | undefined };

/** Something that goes wrong with one answer. Plain data, so that scripts can be files. */
export type Fault =
  /** An error of a kind instead of an answer, in the caller's format; the model is not called. */
  | {
      readonly type: "error";
      readonly kind: ErrorKind;
      /** @default the usual words of the caller's format */
      readonly message?: string | undefined;
      readonly retryAfterSeconds?: number | undefined;
    }
  /** A page of a proxy instead of an answer: HTML, no request id. The model is not called. */
  | { readonly type: "html"; readonly status: number }
  /** No answer, until the caller gives up. The model is not called. */
  | { readonly type: "silence" }
  /**
   * The connection is lost before the head. In a process `fetch` rejects as it does for a refused
   * connection. A service that is not a fake answers 502. The model is not called.
   */
  | { readonly type: "unreachable" }
  /** Another content type, or none. */
  | { readonly type: "content_type"; readonly value: string | undefined }
  /**
   * The body ends here, cleanly. The head of a JSON answer still promises the whole length, so on a
   * real connection its reader sees the connection close too early.
   */
  | { readonly type: "cut"; readonly at: Place }
  /** The connection breaks here. In a process the body fails with `TypeError: terminated`, as in Node. */
  | { readonly type: "reset"; readonly at: Place }
  /** Silence from here on, for so many milliseconds; absent: for ever. Pings do not come either. */
  | {
      readonly type: "stall";
      readonly at: Place;
      readonly milliseconds?: number | undefined;
    }
  /** Bytes that do not belong there. */
  | { readonly type: "garbage"; readonly at: Place; readonly bytes: string }
  /**
   * The event before this place comes a second time; of a JSON answer, its bytes up to the place. A
   * place inside an event is moved to its end.
   */
  | { readonly type: "duplicate"; readonly at: Place }
  /**
   * An error event of the caller's format instead of the rest. A place inside an event is moved to
   * its end. Where JSON was asked for it is the error itself, and the model is not called.
   */
  | {
      readonly type: "error_event";
      readonly at: Place;
      /** @default "overloaded" */
      readonly kind?: ErrorKind | undefined;
      readonly message?: string | undefined;
    }
  /** The stream ends without its last event: `message_stop`, `[DONE]`, or `response.completed` and its kin. A JSON answer stays whole. */
  | { readonly type: "no_terminal" }
  /** Other cuts between reads. */
  | { readonly type: "chunks"; readonly chunks: Chunks }
  /** So many bytes at a time, with so many milliseconds between them. */
  | { readonly type: "trickle"; readonly bytes: number; readonly milliseconds: number };

/** The fault of one type. */
export type FaultOf<K extends Fault["type"]> = Extract<Fault, { readonly type: K }>;
