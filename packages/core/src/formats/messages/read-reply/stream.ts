import type { ConversationEvent } from "../../../conversation/events.js";
import { createRepeatedParser } from "../../../json/parse-repeated.js";
import { isObject } from "../../../json/value.js";
import type { DecodedEvent } from "../../../sse/event-fields.js";
import type { ReportedUsage, StreamParser } from "../../upstream-format.js";
import type { ReadReplyContext } from "./context.js";
import { createReplyReader, type ReplyReader } from "./reader.js";

/** A parser for the stream of one reply. */
export function createStreamParser(context: ReadReplyContext): StreamParser {
  return new MessagesStreamParser(createReplyReader(context));
}

class MessagesStreamParser implements StreamParser {
  readonly #reader: ReplyReader;
  readonly #parse = createRepeatedParser(deltaText, deltaOf);

  constructor(reader: ReplyReader) {
    this.#reader = reader;
  }

  push(event: DecodedEvent): readonly ConversationEvent[] {
    if (this.#reader.done()) return [];
    return this.#reader.read(toWireEvent(event, this.#parse(event.data)));
  }

  end(): readonly ConversationEvent[] {
    return this.#reader.end();
  }

  get done(): boolean {
    return this.#reader.done();
  }

  get awaitsUsage(): boolean {
    return this.#reader.awaitsUsage();
  }

  reportedUsage(): ReportedUsage {
    return this.#reader.reportedUsage();
  }
}

const deltaText = /"(?:text|thinking|partial_json)"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)"/;

/** The delta of an event; of other events, parts are kept. */
function deltaOf(value: unknown): unknown {
  return isObject(value) && value.type === "content_block_delta" ? value.delta : undefined;
}

const eventNames: ReadonlySet<string> = new Set([
  "message_start",
  "content_block_start",
  "content_block_delta",
  "content_block_stop",
  "message_delta",
  "message_stop",
  "error",
]);

/**
 * The data of an event with its type: some servers leave out the `event:` line, others the type.
 * Pings and unknown events may hold anything.
 */
function toWireEvent({ event }: DecodedEvent, value: unknown): unknown {
  if (isObject(value)) return typeof value.type === "string" ? value : { ...value, type: event };
  return event === undefined || eventNames.has(event) ? value : { type: event };
}
