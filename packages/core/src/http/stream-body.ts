import { type Clock, createIdleTimer } from "../runtime/clock.js";
import type { ByteSource } from "./exchange.js";

/** What a streamed body is made of. `T` is a batch of events, or a block of relayed bytes. */
export interface StreamBodyParts<T> {
  /** The batch that was waited for before the head went out. */
  readonly first: T;
  readonly source: {
    read(): Promise<T | undefined>;
    cancel(reason?: unknown): Promise<void>;
  };
  readonly clock: Clock;
  /** Milliseconds of silence before a heartbeat. */
  readonly pingInterval: number;
  /** The bytes of a batch; may be none. */
  encode(batch: T): Uint8Array;
  /** What keeps the connection alive; empty: nothing is sent. */
  ping(): string;
  /** The last frame of a stream that fails, or `undefined` if the caller is gone. */
  fail(error: unknown): string | undefined;
}

const encoder = new TextEncoder();

/**
 * The bytes of a streamed reply, pulled. All events of one batch leave in one block; a failure
 * becomes the format's last frame; while the model is silent and somebody reads, pings go out.
 */
export function createStreamBody<T>(parts: StreamBodyParts<T>): ByteSource {
  let first: T | undefined = parts.first;
  let waiting:
    | { resolve(block: Uint8Array | undefined): void; reject(reason: unknown): void }
    | undefined;
  let pulling = false;
  let ready: (() => void) | undefined;
  let ended = false;

  const idle = createIdleTimer(parts.clock, parts.pingInterval, () => {
    const ping = encoder.encode(parts.ping());
    if (ping.length > 0) deliver((reader) => reader.resolve(ping));
  });

  function end(): void {
    ended = true;
    idle.dispose();
  }

  /** Hands something to the reader; one that is not there gets it with its next read. */
  function deliver(give: (reader: NonNullable<typeof waiting>) => void): void {
    const reader = waiting;
    waiting = undefined;
    idle.end();
    if (reader) give(reader);
  }

  function settle(give: (reader: NonNullable<typeof waiting>) => void): void {
    pulling = false;
    if (waiting) deliver(give);
    else ready = () => deliver(give);
  }

  async function readBlock(): Promise<Uint8Array | undefined> {
    const batch = first ?? (await parts.source.read());
    first = undefined;
    return batch === undefined ? undefined : parts.encode(batch);
  }

  function pull(): void {
    pulling = true;
    readBlock().then(
      (block) => {
        if (ended) return;
        if (block?.length === 0) return pullOn();
        if (!block) end();
        settle((reader) => reader.resolve(block));
      },
      (error: unknown) => {
        if (ended) return;
        end();
        void parts.source.cancel(error);
        const frame = parts.fail(error);
        settle((reader) =>
          frame === undefined ? reader.reject(error) : reader.resolve(encoder.encode(frame)),
        );
      },
    );
  }

  /**
   * After events that the format does not show. They are silence to a reader, whose wait goes on
   * until there is something to read; without a reader the model is not asked for more.
   */
  function pullOn(): void {
    if (waiting) pull();
    else pulling = false;
  }

  return {
    read() {
      if (ended && !ready) return Promise.resolve(undefined);
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        const give = ready;
        ready = undefined;
        if (give) return give();
        idle.begin();
        if (!pulling) pull();
      });
    },
    async cancel(reason) {
      end();
      ready = undefined;
      deliver((reader) => reader.resolve(undefined));
      await parts.source.cancel(reason);
    },
  };
}
