import { createEventDecoder, type EventDecoder } from "../sse/decode.js";
import { createFrameSplitter, type FrameSplitter } from "../sse/frames.js";

/** How the streams of a wire are cut into events. A format that has no server-sent events brings its own. */
export interface Framing {
  /** The content type that is asked for, and by which a reply is known to be a stream. */
  readonly contentType: string;
  /** Reads a stream that is translated; holds at most `maxCharacters` of an incomplete event. */
  createDecoder(maxCharacters: number): EventDecoder;
  /** Cuts a stream that is relayed, without changing a byte; refuses a frame above `maxBytes`. */
  createSplitter(maxBytes: number): FrameSplitter;
}

/** Server-sent events. */
export const serverSentEvents: Framing = {
  contentType: "text/event-stream",
  createDecoder: createEventDecoder,
  createSplitter: createFrameSplitter,
};
