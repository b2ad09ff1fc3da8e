/**
 * The plain form of one HTTP exchange. The core uses only this form. `web.ts` converts it from a
 * Web `Request` and to a `Response`; a Node adapter uses it directly.
 */

import type { Source } from "../runtime/source.js";

/** Case-insensitive look-up of headers; repeated headers are joined with ", ". */
export interface HeaderLookup {
  get(name: string): string | null;
  /** The names of all headers, in lower case. */
  keys(): Iterable<string>;
}

/** The body of a request before it is read. */
export type IncomingBody =
  | { readonly kind: "empty" }
  /** Bytes in blocks of any size. Nothing is pulled before the caller is authenticated. */
  | { readonly kind: "stream"; readonly chunks: AsyncIterable<Uint8Array> }
  /** The same from a source, without the promises of an iterator. It is cancelled when its reader leaves. */
  | { readonly kind: "source"; readonly source: ByteSource }
  /** A host application has already parsed the JSON; number spellings and duplicate keys are lost. */
  | { readonly kind: "parsed"; readonly value: unknown }
  /** A host application tried to parse the body and failed: answers 413, 400 and 415. */
  | { readonly kind: "failed"; readonly reason: "too_large" | "malformed" | "unsupported" };

/** What a connection needs from its adapter. */
export interface MessageContext {
  /** Answers one of its requests, as any other request is answered. */
  handle(exchange: Exchange): Promise<Answer>;
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal;
}

/** A connection over which a caller sends several requests, each in a message of its own. */
export interface MessageConnection {
  /**
   * Answers a message with others, as they become known. Messages may come while others are answered. It
   * never rejects: what is wrong with a message is said in one.
   */
  receive(message: string, context: MessageContext): AsyncIterable<string>;
}

/** A connection that a service has accepted. */
export interface AcceptedConnection extends MessageConnection {
  /** Aborts when the service closes: what runs may end, and nothing new is taken. */
  readonly closing: AbortSignal;
  /** The most bytes of one message. */
  readonly maxBytes: number;
}

/** One request as plain data. */
export interface Exchange {
  readonly method: string;
  /** Path and query as the client sent them, such as `/v1/messages?beta=true`. */
  readonly target: string;
  readonly headers: HeaderLookup;
  readonly body: IncomingBody;
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal;
  /** What the host has passed to its handler, for `authenticate`. */
  readonly host?: readonly unknown[] | undefined;
  /** Whether the caller asks for a connection of messages, a WebSocket, that its adapter can open. */
  readonly upgrades?: boolean | undefined;
  /**
   * What stands for the caller's connection, if its adapter takes several requests from one; a format may
   * keep something for it.
   */
  readonly connection?: unknown;
  /** Keeps the host alive until the work is done (settlement after the last byte). */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** A source of blocks of bytes. */
export type ByteSource = Source<Uint8Array>;

/** One response as plain data. */
export interface Answer {
  readonly status: number;
  /** Names in lower case; a name may occur more than once. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | ByteSource | undefined;
  /** With status 101: the connection that the adapter opens for the caller. */
  readonly connection?: AcceptedConnection | undefined;
}

/** Whether the body of an answer is a source that must be read or cancelled. */
export function isByteSource(body: Answer["body"]): body is ByteSource {
  return body !== undefined && !(body instanceof Uint8Array);
}
