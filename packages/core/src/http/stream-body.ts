import { type Clock, IdleTimer } from "../runtime/clock.js";
import { isPromise, type MaybePromise } from "../runtime/maybe-promise.js";
import type { Source } from "../runtime/source.js";
import type { ByteSource } from "./exchange.js";

/** The parts of a streamed body. `T` is a batch of events, or a block of relayed bytes. */
export interface StreamBodyParts<T> {
  /** The batch that was read before the head was sent. */
  readonly first: T;
  readonly source: Source<T>;
  readonly clock: Clock;
  /** Milliseconds of silence before a heartbeat. */
  readonly pingInterval: number;
  /** The bytes of a batch; may be empty. */
  encode(batch: T): Uint8Array;
  /** The heartbeat that keeps the connection alive. Empty: nothing is sent. */
  ping(): string;
  /** The last frame of a stream that fails, or `undefined` if the caller has left. */
  fail(error: unknown): string | undefined;
}

const encoder = new TextEncoder();

/** The pending read. */
interface Reader {
  resolve(block: MaybePromise<Uint8Array | undefined>): void;
  reject(reason: unknown): void;
}

/** A body while it is read. */
interface Streaming<T> {
  readonly parts: Omit<StreamBodyParts<T>, "first">;
  /** Runs while a read waits for the model; when it expires, a heartbeat is due. */
  readonly idle: IdleTimer;
  /** The first batch, until it is read. */
  first: T | undefined;
  waiting: Reader | undefined;
  /** Whether the next block is being read from the source. */
  pulling: boolean;
  /** Delivers what arrived while no read was pending. */
  ready: (() => void) | undefined;
  ended: boolean;
}

/**
 * The bytes of a streamed reply, produced only when they are read. All events of one batch form one
 * block, and a failure becomes the format's last frame. While the model is silent and a read is
 * pending, heartbeats are sent.
 */
export function createStreamBody<T>({ first, ...parts }: StreamBodyParts<T>): ByteSource {
  const streaming: Streaming<T> = {
    parts,
    idle: new IdleTimer(parts.clock, parts.pingInterval, () => ping(streaming)),
    first,
    waiting: undefined,
    pulling: false,
    ready: undefined,
    ended: false,
  };
  return {
    read: () => read(streaming),
    async cancel(reason) {
      end(streaming);
      streaming.ready = undefined;
      deliver(streaming, (reader) => reader.resolve(undefined));
      await parts.source.cancel(reason);
    },
  };
}

function read<T>(streaming: Streaming<T>): MaybePromise<Uint8Array | undefined> {
  const { ready } = streaming;
  if (!ready && streaming.ended) return undefined;
  if (!ready && !streaming.pulling) {
    const block = pull(streaming);
    if (block !== pending) return block;
  }
  return new Promise((resolve, reject) => {
    streaming.waiting = { resolve, reject };
    streaming.ready = undefined;
    if (ready) ready();
    else streaming.idle.begin();
  });
}

function ping<T>(streaming: Streaming<T>): void {
  const frame = encoder.encode(streaming.parts.ping());
  if (frame.length > 0) deliver(streaming, (reader) => reader.resolve(frame));
}

function end<T>(streaming: Streaming<T>): void {
  streaming.ended = true;
  streaming.idle.dispose();
}

/** Hands a result to the pending read, if there is one. */
function deliver<T>(streaming: Streaming<T>, give: (reader: Reader) => void): void {
  const reader = streaming.waiting;
  streaming.waiting = undefined;
  streaming.idle.end();
  if (reader) give(reader);
}

/** Ends a pull. If no read is pending, the next one gets the result. */
function settle<T>(streaming: Streaming<T>, give: (reader: Reader) => void): void {
  streaming.pulling = false;
  if (streaming.waiting) deliver(streaming, give);
  else streaming.ready = () => deliver(streaming, give);
}

/** Stands for a block that must be waited for. */
const pending = Symbol();

/** Pulls until there are bytes, which are returned if nothing has to be waited for. */
function pull<T>(streaming: Streaming<T>): MaybePromise<Uint8Array | undefined> | typeof pending {
  try {
    for (;;) {
      const batch = takeFirst(streaming) ?? streaming.parts.source.read();
      if (isPromise(batch)) {
        wait(streaming, batch);
        return pending;
      }
      const block = encode(streaming, batch);
      if (block?.length !== 0) return block;
    }
  } catch (error) {
    const frame = fail(streaming, error);
    return frame ?? Promise.reject(error);
  }
}

function takeFirst<T>(streaming: Streaming<T>): T | undefined {
  const { first } = streaming;
  streaming.first = undefined;
  return first;
}

/** The bytes of a batch; without one, the stream has ended. */
function encode<T>(streaming: Streaming<T>, batch: T | undefined): Uint8Array | undefined {
  if (batch !== undefined) return streaming.parts.encode(batch);
  end(streaming);
  return undefined;
}

function wait<T>(streaming: Streaming<T>, batch: PromiseLike<T | undefined>): void {
  streaming.pulling = true;
  batch.then(
    (late) => takeLate(streaming, late),
    (error: unknown) => failLate(streaming, error),
  );
}

function takeLate<T>(streaming: Streaming<T>, batch: T | undefined): void {
  if (streaming.ended) return;
  try {
    const block = encode(streaming, batch);
    if (block?.length === 0) pullOn(streaming);
    else settle(streaming, (reader) => reader.resolve(block));
  } catch (error) {
    failLate(streaming, error);
  }
}

/**
 * Continues after events that the format does not show. A pending read keeps waiting until there
 * are bytes; without a pending read, nothing more is pulled from the model.
 */
function pullOn<T>(streaming: Streaming<T>): void {
  streaming.pulling = false;
  if (!streaming.waiting) return;
  const block = pull(streaming);
  if (block !== pending) settle(streaming, (reader) => reader.resolve(block));
}

function failLate<T>(streaming: Streaming<T>, error: unknown): void {
  if (streaming.ended) return;
  const frame = fail(streaming, error);
  settle(streaming, (reader) => (frame ? reader.resolve(frame) : reader.reject(error)));
}

/** Ends a stream that has failed. @returns its last frame, if anybody reads it */
function fail<T>(streaming: Streaming<T>, error: unknown): Uint8Array | undefined {
  const { parts } = streaming;
  end(streaming);
  void parts.source.cancel(error);
  const frame = parts.fail(error);
  return frame === undefined ? undefined : encoder.encode(frame);
}
