import { createFrameScanner, type Frame } from "../../common/frames.js";
import type { Place } from "../fault.js";
import type { WireWords } from "./wire-words.js";

/** Looks for one place in a body that comes in blocks of any cut. */
export interface PlaceFinder {
  push(block: Uint8Array): void;
  /** So many bytes from the start are known to stand before the place. */
  readonly before: number;
  /** Whether the place is there, right behind those bytes. */
  readonly found: boolean;
}

/** After so many bytes. */
export function afterBytes(bytes: number): PlaceFinder {
  let length = 0;
  return {
    push(block) {
      length += block.length;
    },
    get before() {
      return Math.min(length, bytes);
    },
    get found() {
      return length >= bytes;
    },
  };
}

/**
 * A place between the frames of a stream.
 * @param whole whether a place inside an event is moved to the event's end
 */
export function inStream(place: Place, words: WireWords, whole: boolean): PlaceFinder {
  if ("bytes" in place) {
    if (!whole || place.bytes <= 0) return afterBytes(place.bytes);
    return betweenFrames((frame) => (frame.end >= place.bytes ? "after" : undefined));
  }
  if ("events" in place) {
    let events = 0;
    if (place.events <= 0) return afterBytes(0);
    return betweenFrames((frame) => {
      if (words.isEvent(frame)) events += 1;
      return events === place.events ? "after" : undefined;
    });
  }
  if (place.blocks <= 0) return afterBytes(0);
  const counter = words.createBlockCounter();
  return betweenFrames(
    (frame) => (counter.push(frame) >= place.blocks ? counter.side : undefined),
    counter.side,
  );
}

/** Before the last event of a whole stream. */
export function beforeTerminal(words: WireWords): PlaceFinder {
  return betweenFrames((frame) => (words.isTerminal(frame) ? "before" : undefined), "before");
}

/**
 * A place that a frame shows. Where it may stand before the frame that shows it, the bytes of a
 * frame are held back until the frame is whole.
 */
function betweenFrames(
  judge: (frame: Frame) => "before" | "after" | undefined,
  side: "before" | "after" = "after",
): PlaceFinder {
  const scanner = createFrameScanner();
  let before = 0;
  let length = 0;
  let found = false;

  function look(frame: Frame): boolean {
    const at = judge(frame);
    before = at === "before" ? frame.start : frame.end;
    return at !== undefined;
  }

  return {
    push(block) {
      if (found) return;
      length += block.length;
      found = scanner.push(block).some(look);
      if (!found && side === "after") before = length;
    },
    get before() {
      return before;
    },
    get found() {
      return found;
    },
  };
}
