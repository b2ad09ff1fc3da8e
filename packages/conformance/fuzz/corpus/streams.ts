import { framesOf } from "@diglot/test-support/answers";
import { type FormatName, formatNames } from "@diglot/test-support/requests";
import { recordedStreams as chatStreams } from "../../../core/src/formats/chat-completions/__fixtures__/streams.js";
import { recordedStreams as messagesStreams } from "../../../core/src/formats/messages/__fixtures__/streams.js";
import { maximalStreams } from "../../../core/test/maximal-replies.js";
import { toStreamText } from "../../../core/test/observe.js";
import { frames } from "../../../core/test/upstream-of.js";

const recorded = { messages: messagesStreams, "chat-completions": chatStreams };

function streamsOf(format: FormatName): readonly string[] {
  return [
    frames[format].join(""),
    ...recorded[format].map(({ text }) => text),
    ...maximalStreams[format].map(({ events }) => toStreamText(format, events)),
  ];
}

/** Whole streams of upstreams by their format: as they were recorded, and with all that the wire has. */
export const streams: Readonly<Record<FormatName, readonly string[]>> = {
  messages: streamsOf("messages"),
  "chat-completions": streamsOf("chat-completions"),
};

/** Whole streams of both formats. */
export const allStreams: readonly string[] = formatNames.flatMap((format) => streams[format]);

/** The data of their frames. */
export const streamValues: readonly unknown[] = allStreams.flatMap((text) =>
  framesOf(text).flatMap(({ data }) => (data === "[DONE]" ? [] : [JSON.parse(data)])),
);
