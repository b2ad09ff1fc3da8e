import { isObject, parseJson } from "../../../json/value.js";
import type { DecodedEvent } from "../../../sse/frames.js";
import type { StreamParser } from "../../upstream-format.js";
import type { ReadReplyContext } from "./context.js";
import { createReplyReader } from "./reader.js";

/** A parser for the stream of one reply. */
export function createStreamParser(context: ReadReplyContext): StreamParser {
  const reader = createReplyReader(context);
  return {
    push: (event) => (reader.done() ? [] : reader.read(toWireEvent(event))),
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
function toWireEvent({ event, data }: DecodedEvent): unknown {
  const value = parseJson(data);
  if (isObject(value)) return typeof value.type === "string" ? value : { ...value, type: event };
  return event === undefined || eventNames.has(event) ? value : { type: event };
}
