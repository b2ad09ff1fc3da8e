import { joinBytes } from "../../json/spans.js";
import { FrameTexts } from "../../sse/frame-texts.js";
import type { Frames } from "../../sse/frames.js";
import { judgeFrame, type Passing } from "./judge-frame.js";

/** What the caller gets instead of a range of the bytes. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  /** Empty for a frame that is removed. */
  readonly bytes: Uint8Array;
}

/**
 * The bytes of the frames, with the public name of the model and without those that are removed; they
 * end with the last or before a bad one. If no frame changes, they are the bytes that came.
 */
export function passFrames(passing: Passing, frames: Frames): Uint8Array {
  const texts = new FrameTexts(frames);
  const replaced: Replacement[] = [];
  while (!passing.ended && !texts.isOver) {
    // A block of one frame, as most are, has no run: so the first is always passed alone.
    if (texts.count > 0 && passRun(passing, frames, texts, replaced)) continue;
    const text = texts.next();
    const verdict = judgeFrame(passing, text);
    if (verdict === "bad") return join(frames, replaced, endOf(frames, texts.count - 1));
    if (verdict === "remove" || isChanged(passing, text)) {
      const start = endOf(frames, texts.count - 1);
      const end = endOf(frames, texts.count);
      const frame = frames.bytes.subarray(start, end);
      const bytes = verdict === "remove" ? nothing : toShown(passing, frame, text);
      replaced.push({ start, end, bytes });
    }
    passing.ended = verdict === "last";
  }
  return join(frames, replaced, texts.isOver ? frames.bytes.length : endOf(frames, texts.count));
}

const nothing = new Uint8Array();

/**
 * Passes frames at once that repeat an earlier one, if they need not be looked at one by one for the
 * name of the model. Returns whether there were any.
 */
function passRun(
  { observer, rename }: Passing,
  frames: Frames,
  texts: FrameTexts,
  replaced: Replacement[],
): boolean {
  const { text } = frames;
  const run = text === undefined ? undefined : observer.findRun?.(text, texts.offset);
  if (text === undefined || !run) return false;
  const bytes = rename.applyToRun(text.slice(texts.offset, run.end), run);
  if (bytes === undefined) return false;
  observer.pushRun?.(run);
  const first = texts.count;
  texts.skip(run.strings.length, run.end);
  if (bytes !== "same") {
    replaced.push({ start: endOf(frames, first), end: endOf(frames, texts.count), bytes });
  }
  return true;
}

/** The bytes of all frames up to an offset, with those that are replaced. */
function join({ bytes }: Frames, replaced: readonly Replacement[], length: number): Uint8Array {
  if (replaced.length === 0) return bytes.subarray(0, length);
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, bytes: replacement } of replaced) {
    pieces.push(bytes.subarray(from, start), replacement);
    from = end;
  }
  return joinBytes([...pieces, bytes.subarray(from, length)]);
}

/** The offset after the first frames. */
function endOf({ ends }: Frames, count: number): number {
  return ends[count - 1] ?? 0;
}

/** Whether a frame may have to change for the caller: it is an error, or an event that may name the model. */
function isChanged({ observer, rename }: Passing, text: string): boolean {
  return observer.error !== undefined || rename.concerns(text);
}

function toShown({ observer, upstream, rename }: Passing, frame: Uint8Array, text: string) {
  if (!observer.error) return rename.apply(frame, text);
  const shown = upstream.settings.rename.json(text);
  return shown === text ? frame : encoder.encode(shown);
}

const encoder = new TextEncoder();
