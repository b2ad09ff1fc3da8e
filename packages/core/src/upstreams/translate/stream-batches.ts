import type { ConversationEvent } from "../../conversation/events.js";
import type { Framing } from "../../formats/framing.js";
import type { StreamParser } from "../../formats/upstream-format.js";
import type { ByteSource } from "../../http/exchange.js";
import type { ModelRequest } from "../../models/model.js";
import { isPromise, type MaybePromise } from "../../runtime/maybe-promise.js";
import { tooMuchUnsaid } from "../send/reply-items.js";
import { createTrailingUsageTimeout } from "../send/trailing-usage-timeout.js";
import { toTransportError } from "../send/transport-errors.js";
import type { Batch, Batches } from "./batches.js";

/** How large an event and a reply may be, and the clock that the end of a stream is timed by. */
export type ReadLimits = Pick<ModelRequest, "clock" | "maxEventCharacters" | "maxReplyCharacters">;

/** The events of a reply that comes as a stream: one batch for each block that says something. */
export class StreamBatches implements Batches {
  readonly #body: ByteSource;
  readonly #parser: StreamParser;
  readonly #decoder: ReturnType<Framing["createDecoder"]>;
  readonly #awaitTrailingUsage: ReturnType<typeof createTrailingUsageTimeout>;
  readonly #mostUnsaid: number;
  /** Characters of events that say nothing yet, such as the text of a block that waits for others. */
  #unsaid = 0;
  #ended = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(body: ByteSource, framing: Framing, parser: StreamParser, limits: ReadLimits) {
    this.#body = body;
    this.#parser = parser;
    this.#decoder = framing.createDecoder(limits.maxEventCharacters);
    this.#awaitTrailingUsage = createTrailingUsageTimeout(limits.clock);
    this.#mostUnsaid = limits.maxReplyCharacters;
  }

  reported() {
    return this.#parser.reportedUsage();
  }

  arrived(): boolean {
    return this.#ended;
  }

  pull(): MaybePromise<Batch | undefined> {
    for (;;) {
      if (this.#failure) throw this.#failure.error;
      if (this.#ended) return undefined;
      const block = this.#readBlock();
      if (isPromise(block)) return block.then(this.#takeLate, broken);
      const events = this.#take(block);
      if (events) return events;
    }
  }

  readonly #takeLate = (block: Uint8Array | undefined): MaybePromise<Batch | undefined> =>
    this.#take(block) ?? this.pull();

  #readBlock(): MaybePromise<Uint8Array | undefined> {
    try {
      const block = this.#body.read();
      return this.#parser.awaitsUsage ? this.#awaitTrailingUsage(block) : block;
    } catch (error) {
      return broken(error);
    }
  }

  /** The events of a block, if it has any. */
  #take(block: Uint8Array | undefined): Batch | undefined {
    const events = block ? this.#push(block) : this.#parser.end();
    this.#ended = block === undefined || this.#parser.done;
    return events.length > 0 ? events : undefined;
  }

  /** Events before a bad one are returned first, however the network has cut the stream. */
  #push(block: Uint8Array): Batch {
    const events: ConversationEvent[] = [];
    try {
      for (const event of this.#decoder.push(block)) {
        if (this.#parser.done) break;
        const translated = this.#parser.push(event);
        if (translated.length === 0) this.#unsaid += event.data.length;
        for (const each of translated) events.push(each);
      }
      if (this.#unsaid > this.#mostUnsaid) throw tooMuchUnsaid(this.#mostUnsaid);
    } catch (error) {
      this.#failure = { error };
    }
    return events;
  }
}

function broken(error: unknown): never {
  throw toTransportError(error, "stream");
}
