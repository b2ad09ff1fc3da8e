import type { ConversationEvent, StopEvent } from "../../../conversation/events.js";
import { encodeComment, encodeJsonEvent } from "../../../sse/encode.js";
import type { StreamWriter } from "../../format.js";
import { toErrorBody } from "../answers/errors.js";
import {
  startWriting,
  type Writing,
  writeClose,
  writeDelta,
  writeFirst,
  writeOpen,
} from "./block.js";
import type { AnswerContext } from "./context.js";
import { finishReasonOf } from "./finish.js";

const frameDone = "data: [DONE]\n\n";

/**
 * Turns a reply into chunks: one with the role, one for each delta, one with what is written once, one
 * with the finish reason, one with the usage if it was requested, and `[DONE]`. The form of the first
 * chunk depends on what the reply begins with, so it is written when the first visible block opens.
 * The joined deltas equal the message of the same reply as JSON.
 */
export function createStreamWriter(context: AnswerContext): StreamWriter {
  let writing: Writing | undefined;
  return {
    write(event) {
      if (event.type === "start") writing = startWriting(context, event);
      return writing ? writeEvent(writing, event) : "";
    },
    ping: () => encodeComment("keep-alive"),
    fail: (error) => encodeJsonEvent(toErrorBody(error)),
  };
}

function writeEvent(writing: Writing, event: ConversationEvent): string {
  switch (event.type) {
    case "open":
      return writeOpen(writing, event);
    case "delta":
      return writeDelta(writing, event.delta);
    case "close":
      return writeClose(writing);
    case "stop":
      return writeStop(writing, event);
    case "end":
      return writing.frames.usage(event.usage) + frameDone;
    case "start":
    case "usage":
      return "";
  }
}

/** Writes what the JSON form contains and no delta has written yet, then the finish reason. */
function writeStop(writing: Writing, stop: StopEvent): string {
  const { context, frames, extras, hasRefusal, asFunction } = writing;
  extras.addStop(stop);
  const first = writing.begun ? "" : writeFirst(writing, { content: "", refusal: null });
  const hasCalls = writing.calls > 0;
  const owed = !writing.contentSent && (writing.hasText || !(hasCalls || hasRefusal));
  const explanation = hasRefusal ? undefined : stop.refusal?.explanation;
  return [
    first,
    owed ? frames.chunk({ content: "" }) : "",
    writeExtras(writing),
    explanation ? frames.chunk({ refusal: explanation }) : "",
    frames.chunk({}, finishReasonOf(stop, { hasRefusal, hasCalls, asFunction }, context)),
  ].join("");
}

function writeExtras({ frames, extras: { annotations, details } }: Writing): string {
  if (annotations.length === 0 && details.length === 0) return "";
  return frames.chunk({
    ...(details.length > 0 && { reasoning_details: details }),
    ...(annotations.length > 0 && { annotations }),
  });
}
