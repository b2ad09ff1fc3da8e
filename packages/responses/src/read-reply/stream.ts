import type { ReadReplyContext, StreamParser } from "@diglot/core";
import { badReply, isObject, parseJson } from "@diglot/core/formats";
import { ReplyReader } from "./reader.js";

/** A parser for the stream of one reply. A frame `[DONE]`, which some servers send, says nothing. */
export function createStreamParser(context: ReadReplyContext): StreamParser {
  const reader = new ReplyReader(context);
  return {
    push({ event, data }) {
      if (data.trim() === "[DONE]") return [];
      const value = parseJson(data);
      if (value === undefined) throw badReply("The data of an event is not JSON.");
      return reader.read(
        isObject(value) && value.type === undefined ? { ...value, type: event } : value,
      );
    },
    end: () => reader.end(),
    get done() {
      return reader.done;
    },
    awaitsUsage: false,
    reportedUsage: () => reader.reportedUsage(),
  };
}
