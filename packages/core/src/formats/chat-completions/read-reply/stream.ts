import type { ConversationEvent } from "../../../conversation/events.js";
import { createRepeatedParser } from "../../../json/parse-repeated.js";
import { parseJson, toObject } from "../../../json/value.js";
import type { DecodedEvent } from "../../../sse/frames.js";
import type { StreamParser } from "../../upstream-format.js";
import { toObjects } from "../wire/value.js";
import { messageOf } from "./chunk.js";
import type { ReadReplyContext } from "./context.js";
import { toInBandError } from "./error.js";
import { createReplyReader } from "./reader.js";

/**
 * Reads a stream of chunks. Blocks follow one another although the chunks may mix them: the first
 * part of the reply that is not complete is passed on as it comes, the others wait for it. The finish
 * reason and the usage are reported at `[DONE]`, because the usage comes after the reason.
 */
export function createStreamParser(context: ReadReplyContext): StreamParser {
  const reader = createReplyReader(context);
  const parse = createRepeatedParser(deltaText, deltaOf);
  let done = false;

  /** After a failure nothing is read any more. */
  function guard(work: () => readonly ConversationEvent[]): readonly ConversationEvent[] {
    try {
      return work();
    } catch (error) {
      done = true;
      throw error;
    }
  }

  function read({ event, data }: DecodedEvent): readonly ConversationEvent[] {
    if (event === "error") throw toInBandError(parseJson(data) ?? data, reader.begun());
    if (data.trim() === "") return [];
    if (data.trim() !== "[DONE]") return reader.read(parse(data));
    done = true;
    return reader.conclude("done");
  }

  return {
    push: (event) => (done ? [] : guard(() => read(event))),
    end() {
      if (done) return [];
      done = true;
      return reader.conclude("end_of_body");
    },
    get done() {
      return done;
    },
    get awaitsUsage() {
      return reader.finished() && !done;
    },
    reportedUsage: reader.reported,
  };
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
