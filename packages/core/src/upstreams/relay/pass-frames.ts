import { joinBytes } from "../../json/spans.js";
import { type ByteRange, FrameTexts } from "../../sse/frame-texts.js";
import type { Frames } from "../../sse/frames.js";
import { type FramePassage, judgeFrame } from "./judge-frame.js";

/** What the caller gets instead of a range of the bytes. */
interface Replacement extends ByteRange {
  /** Empty for a frame that is removed. */
  readonly bytes: Uint8Array;
}

/**
 * The bytes of the frames, with the public name of the model and without those that are removed; they
 * end with the last or before a bad one. If no frame changes, they are the bytes that came.
 */
export function passFrames(passage: FramePassage, frames: Frames): Uint8Array {
  const { bytes } = frames;
  const texts = new FrameTexts(frames);
  const replaced: Replacement[] = [];
  while (!passage.ended && !texts.isOver) {
    // A block of one frame, as most are, has no run: so the first is always passed alone.
    if (texts.count > 0 && passRun(passage, frames, texts, replaced)) continue;
    const text = texts.next();
    const verdict = judgeFrame(passage, text);
    if (verdict === "bad") return join(bytes, replaced, texts.lastBytes().start);
    if (verdict === "remove") replaced.push({ ...texts.lastBytes(), bytes: nothing });
    else if (isChanged(passage, text)) replaced.push(change(passage, bytes, texts, text));
    passage.ended = verdict === "last";
  }
  return join(bytes, replaced, texts.isOver ? bytes.length : texts.lastBytes().end);
}

const nothing = new Uint8Array();

/**
 * Passes frames that repeat an earlier one, and renames their model: in all at once, or in each if they
 * may name it in other places. Returns whether there were any.
 */
function passRun(
  passage: FramePassage,
  { bytes, text }: Frames,
  texts: FrameTexts,
  replaced: Replacement[],
): boolean {
  const { observer, rename } = passage;
  if (text === undefined || !observer.pushRun) return false;
  const run = observer.findRun?.(text, texts.offset);
  if (!run) return false;
  observer.pushRun(run);
  const { strings, end } = run;
  const renamed = rename.applyToRun(text.slice(texts.offset, end), run);
  if (renamed === undefined) {
    for (const _ of strings) replaced.push(change(passage, bytes, texts, texts.next()));
    return true;
  }
  texts.skip(strings.length, end);
  if (renamed !== "same") replaced.push({ ...texts.lastBytes(), bytes: renamed });
  return true;
}

/** What the caller gets instead of the frame that was read last. */
function change(
  passage: FramePassage,
  bytes: Uint8Array,
  texts: FrameTexts,
  text: string,
): Replacement {
  const { start, end } = texts.lastBytes();
  return { start, end, bytes: toShown(passage, bytes.subarray(start, end), text) };
}

/** The bytes up to an offset, with those that are replaced. */
function join(bytes: Uint8Array, replaced: readonly Replacement[], length: number): Uint8Array {
  if (replaced.length === 0) return bytes.subarray(0, length);
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, bytes: replacement } of replaced) {
    pieces.push(bytes.subarray(from, start), replacement);
    from = end;
  }
  return joinBytes([...pieces, bytes.subarray(from, length)]);
}

/** Whether a frame may have to change for the caller: it is an error, or an event that may name the model. */
function isChanged({ observer, rename }: FramePassage, text: string): boolean {
  return observer.error !== undefined || rename.concerns(text);
}

function toShown({ observer, upstream, rename }: FramePassage, frame: Uint8Array, text: string) {
  if (!observer.error) return rename.apply(frame, text);
  const shown = upstream.settings.rename.json(text);
  return shown === text ? frame : encoder.encode(shown);
}

const encoder = new TextEncoder();
