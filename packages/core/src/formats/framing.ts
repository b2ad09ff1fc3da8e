import { createEventDecoder, type EventDecoder } from "../sse/decode.js";
import { createFrameSplitter, dataOfFrame, type FrameSplitter } from "../sse/frames.js";

/**
 * How the streams of a wire format are split into events. A format without server-sent events
 * provides its own framing.
 */
export interface Framing {
  /** The content type to request, which also identifies a reply as a stream. */
  readonly contentType: string;
  /** Reads a stream that is translated; buffers at most `maxCharacters` of an incomplete event. */
  createDecoder(maxCharacters: number): EventDecoder;
  /** Splits a stream that is relayed, without changing a byte; refuses a frame above `maxBytes`. */
  createSplitter(maxBytes: number): FrameSplitter;
  /** The JSON of one frame at its own offsets: the frame's bytes, with spaces for all others. */
  dataOf(frame: Uint8Array): Uint8Array;
}

/** Server-sent events. */
export const serverSentEvents: Framing = {
  contentType: "text/event-stream",
  createDecoder: createEventDecoder,
  createSplitter: createFrameSplitter,
  dataOf: dataOfFrame,
};
