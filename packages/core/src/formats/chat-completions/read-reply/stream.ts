import type { ConversationEvent } from "../../../conversation/events.js";
import { createRepeatedParser } from "../../../json/parse-repeated.js";
import { parseJson, toObject } from "../../../json/value.js";
import type { DecodedEvent } from "../../../sse/event-fields.js";
import type { ReportedUsage, StreamParser } from "../../upstream-format.js";
import { toObjects } from "../wire/value.js";
import { messageOf } from "./chunk.js";
import type { ReadReplyContext } from "./context.js";
import { toInBandError } from "./error.js";
import { createReplyReader, type ReplyReader } from "./reader.js";

/**
 * Reads a stream of chunks. Blocks follow one another although the chunks may mix them: the first
 * part of the reply that is not complete is passed on as it comes, the others wait for it. The finish
 * reason and the usage are reported at `[DONE]`, because the usage comes after the reason.
 */
export function createStreamParser(context: ReadReplyContext): StreamParser {
  return new ChatStreamParser(createReplyReader(context));
}

class ChatStreamParser implements StreamParser {
  readonly #reader: ReplyReader;
  readonly #parse = createRepeatedParser(deltaText, deltaOf);
  done = false;

  constructor(reader: ReplyReader) {
    this.#reader = reader;
  }

  /** After a failure nothing is read any more. */
  push(event: DecodedEvent): readonly ConversationEvent[] {
    if (this.done) return [];
    try {
      return this.#read(event);
    } catch (error) {
      this.done = true;
      throw error;
    }
  }

  #read({ event, data }: DecodedEvent): readonly ConversationEvent[] {
    const reader = this.#reader;
    if (event === "error") throw toInBandError(parseJson(data) ?? data, reader.begun());
    if (data.trim() === "") return [];
    if (data.trim() !== "[DONE]") return reader.read(this.#parse(data));
    this.done = true;
    return reader.conclude("done");
  }

  end(): readonly ConversationEvent[] {
    if (this.done) return [];
    this.done = true;
    return this.#reader.conclude("end_of_body");
  }

  get awaitsUsage(): boolean {
    return this.#reader.finished() && !this.done;
  }

  reportedUsage(): ReportedUsage {
    return this.#reader.reported();
  }
}

const deltaText =
  /"(?:content|reasoning_content|reasoning|refusal|arguments)"\s*:\s*"([^"\\]*(?:\\.[^"\\]*)*)"/;

/** Where a chunk has its text: in its delta, or in the function of its call. */
function deltaOf(chunk: unknown): unknown {
  const [choice = {}] = toObjects(toObject(chunk).choices);
  const message = messageOf(choice);
  const [call] = toObjects(message?.tool_calls);
  return call ? call.function : message;
}
