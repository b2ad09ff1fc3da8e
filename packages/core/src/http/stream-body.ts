import { type Clock, createIdleTimer, type IdleTimer } from "../runtime/clock.js";
import type { MaybePromise } from "../runtime/maybe-promise.js";
import type { ByteSource } from "./exchange.js";

/** The parts of a streamed body. `T` is a batch of events, or a block of relayed bytes. */
export interface StreamBodyParts<T> {
  /** The batch that was read before the head was sent. */
  readonly first: T;
  readonly source: {
    read(): MaybePromise<T | undefined>;
    cancel(reason?: unknown): Promise<void>;
  };
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
  resolve(block: Uint8Array | undefined): void;
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
    idle: createIdleTimer(parts.clock, parts.pingInterval, () => ping(streaming)),
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

function read<T>(streaming: Streaming<T>): Promise<Uint8Array | undefined> {
  if (streaming.ended && !streaming.ready) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    streaming.waiting = { resolve, reject };
    const give = streaming.ready;
    streaming.ready = undefined;
    if (give) return give();
    streaming.idle.begin();
    if (!streaming.pulling) pull(streaming);
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

function pull<T>(streaming: Streaming<T>): void {
  streaming.pulling = true;
  readBlock(streaming).then(
    (block) => takeBlock(streaming, block),
    (error: unknown) => fail(streaming, error),
  );
}

async function readBlock<T>(streaming: Streaming<T>): Promise<Uint8Array | undefined> {
  const { parts } = streaming;
  const batch = streaming.first ?? (await parts.source.read());
  streaming.first = undefined;
  return batch === undefined ? undefined : parts.encode(batch);
}

function takeBlock<T>(streaming: Streaming<T>, block: Uint8Array | undefined): void {
  if (streaming.ended) return;
  if (block?.length === 0) {
    pullOn(streaming);
    return;
  }
  if (!block) end(streaming);
  settle(streaming, (reader) => reader.resolve(block));
}

/**
 * Continues after events that the format does not show. A pending read keeps waiting until there
 * are bytes; without a pending read, nothing more is pulled from the model.
 */
function pullOn<T>(streaming: Streaming<T>): void {
  if (streaming.waiting) pull(streaming);
  else streaming.pulling = false;
}

function fail<T>(streaming: Streaming<T>, error: unknown): void {
  const { parts } = streaming;
  if (streaming.ended) return;
  end(streaming);
  void parts.source.cancel(error);
  const frame = parts.fail(error);
  settle(streaming, (reader) =>
    frame === undefined ? reader.reject(error) : reader.resolve(encoder.encode(frame)),
  );
}
