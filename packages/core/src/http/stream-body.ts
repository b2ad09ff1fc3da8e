import { type Clock, createIdleTimer } from "../clock.js";
import type { ConversationEvent, EventSource } from "../conversation/events.js";
import type { ByteSource } from "./exchange.js";

/** What a streamed body is made of. */
export interface StreamBodyParts {
  /** The batch that was waited for before the head went out. */
  readonly first: readonly ConversationEvent[];
  readonly events: EventSource;
  readonly clock: Clock;
  /** Milliseconds of silence before a sign of life. */
  readonly pingInterval: number;
  encode(event: ConversationEvent): string;
  ping(): string;
  /** The last frame of a stream that fails, or `undefined` if the caller is gone. */
  fail(error: unknown): string | undefined;
}

const encoder = new TextEncoder();

/**
 * The bytes of a streamed reply, pulled. All events of one batch leave in one block; a failure
 * becomes the format's last frame; while the model is silent and somebody reads, pings go out.
 */
export function createStreamBody(parts: StreamBodyParts): ByteSource {
  let first: readonly ConversationEvent[] | undefined = parts.first;
  let waiting:
    | { resolve(block: Uint8Array | undefined): void; reject(reason: unknown): void }
    | undefined;
  let pulling = false;
  let ready: (() => void) | undefined;
  let ended = false;

  const idle = createIdleTimer(parts.clock, parts.pingInterval, () => {
    deliver((reader) => reader.resolve(encoder.encode(parts.ping())));
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

  function encodeBatch(events: readonly ConversationEvent[]): Uint8Array {
    let text = "";
    for (const event of events) text += parts.encode(event);
    return encoder.encode(text);
  }

  async function readBlock(): Promise<Uint8Array | undefined> {
    const batch = first ?? (await parts.events.read());
    first = undefined;
    return batch && encodeBatch(batch);
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
        void parts.events.cancel(error);
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
      await parts.events.cancel(reason);
    },
  };
}
