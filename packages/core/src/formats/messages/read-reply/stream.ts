import { createRepeatedParser } from "../../../json/parse-repeated.js";
import { isObject } from "../../../json/value.js";
import type { DecodedEvent } from "../../../sse/frames.js";
import type { StreamParser } from "../../upstream-format.js";
import type { ReadReplyContext } from "./context.js";
import { createReplyReader } from "./reader.js";

/** A parser for the stream of one reply. */
export function createStreamParser(context: ReadReplyContext): StreamParser {
  const reader = createReplyReader(context);
  const parse = createRepeatedParser(deltaText, deltaOf);
  return {
    push: (event) => (reader.done() ? [] : reader.read(toWireEvent(event, parse(event.data)))),
    end: reader.end,
    get done() {
      return reader.done();
    },
    get awaitsUsage() {
      return reader.awaitsUsage();
    },
    reportedUsage: reader.reportedUsage,
  };
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
