import type { ReadReplyContext, UpstreamFormat } from "../../formats/upstream-format.js";
import type { ByteSource } from "../../http/exchange.js";
import type { Clock } from "../../runtime/clock.js";
import { yieldFor } from "../../runtime/yield-for.js";
import { nothingReported } from "../send/observed.js";
import { readJsonReply } from "../send/read-body.js";
import { assertFewItems } from "../send/reply-items.js";
import type { Batch, Batches } from "./batches.js";

/** Events of a whole reply that are returned at once, so that other work may run between them. */
const batchSize = 500;

/** A reply as JSON, and what reads it. */
export interface JsonParts {
  readonly body: ByteSource;
  readonly format: UpstreamFormat;
  readonly context: ReadReplyContext;
  readonly clock: Clock;
}

/** The events of a reply that came as JSON. All of it is read before the first batch. */
export class JsonBatches implements Batches {
  readonly #parts: JsonParts;
  #reported = nothingReported;
  #events: Batch | undefined;
  #returned = 0;

  constructor(parts: JsonParts) {
    this.#parts = parts;
  }

  reported() {
    return this.#reported;
  }

  arrived(): boolean {
    return this.#events !== undefined;
  }

  async pull(): Promise<Batch | undefined> {
    this.#events ??= await this.#read();
    const batch = this.#events.slice(this.#returned, this.#returned + batchSize);
    this.#returned += batch.length;
    return batch.length > 0 ? batch : undefined;
  }

  async #read(): Promise<Batch> {
    const { body, format, context, clock } = this.#parts;
    const { value, bytes } = await readJsonReply(body, clock);
    this.#reported = format.readUsage(value, context.capabilities);
    assertFewItems(format.itemLists(value), context.maxBlocks);
    const events = format.parseResponse(value, context, bytes);
    const pause = yieldFor(bytes);
    if (pause) await pause;
    return events;
  }
}
