import type { RelayObserver } from "../../formats/upstream-format.js";
import type { ByteSource } from "../../http/exchange.js";
import { joinBytes } from "../../json/spans.js";
import type { ModelRequest } from "../../models/model.js";
import { isPromise, type MaybePromise } from "../../runtime/maybe-promise.js";
import { type FrameSplitter, type Frames, readFrame } from "../../sse/frames.js";
import { createTrailingUsageTimeout } from "../send/trailing-usage-timeout.js";
import { toTransportError } from "../send/transport-errors.js";
import type { Upstream } from "../upstream.js";
import { createFrameRename, type FrameRename } from "./public-name.js";

/** Reads an upstream's event stream in whole frames. */
export interface FrameReader {
  /**
   * The next frames that are the caller's, or `undefined` at the end.
   * @throws ServiceError for a stream that breaks off or cannot be read
   */
  read(): MaybePromise<Uint8Array | undefined>;
  /** Whether the last frame has been read. */
  ended(): boolean;
}

/** The treatment of a frame: the observer's verdict, or `bad` for a frame that is not passed on. */
type Verdict = ReturnType<RelayObserver["push"]> | "bad";

/** What the reading of frames depends on beside the upstream. */
type ReadLimits = Pick<ModelRequest, "clock" | "maxEventCharacters">;

/** A stream while it is read. */
interface Reading {
  readonly upstream: Pick<Upstream, "settings" | "format">;
  readonly body: ByteSource;
  readonly observer: RelayObserver;
  readonly splitter: FrameSplitter;
  readonly rename: FrameRename;
  readonly waitForRest: ReturnType<typeof createTrailingUsageTimeout>;
  ended: boolean;
  /** Why the frames that follow are not read. */
  failure: { readonly error: unknown } | undefined;
}

/** A reader that shows its observer each frame, and passes the bytes of all that it lets through. */
export function createFrameReader(
  upstream: Pick<Upstream, "settings" | "format">,
  body: ByteSource,
  observer: RelayObserver,
  { clock, maxEventCharacters }: ReadLimits,
): FrameReader {
  const reading: Reading = {
    upstream,
    body,
    observer,
    splitter: upstream.format.framing.createSplitter(maxEventCharacters),
    rename: createFrameRename(upstream),
    waitForRest: createTrailingUsageTimeout(clock),
    ended: false,
    failure: undefined,
  };
  return { ended: () => reading.ended, read: () => read(reading) };
}

function read(reading: Reading): MaybePromise<Uint8Array | undefined> {
  for (;;) {
    if (reading.failure) throw reading.failure.error;
    if (reading.ended) return undefined;
    const block = readBlock(reading);
    if (isPromise(block)) return block.then((late) => take(reading, late) ?? read(reading), broken);
    const frames = take(reading, block);
    if (frames) return frames;
  }
}

/** The frames of a block, if any of them are the caller's. */
function take(reading: Reading, block: Uint8Array | undefined): Uint8Array | undefined {
  const frames = block ? pass(reading, reading.splitter.push(block)) : atEnd(reading);
  return frames.length > 0 ? frames : undefined;
}

function readBlock({ body, observer, waitForRest }: Reading): MaybePromise<Uint8Array | undefined> {
  try {
    const block = body.read();
    return observer.awaitsEnd ? waitForRest(block) : block;
  } catch (error) {
    return broken(error);
  }
}

function broken(error: unknown): never {
  throw toTransportError(error, "stream");
}

/**
 * The bytes of the frames, with the public name of the model and without those that are removed; they
 * end with the last or before a bad one. If no frame changes, they are the bytes that came.
 */
function pass(reading: Reading, frames: Frames): Uint8Array {
  const { bytes, texts = textsOf(frames) } = frames;
  const kept: Uint8Array[] = [];
  let from = 0;
  let count = 0;
  for (const text of texts) {
    const verdict = judge(reading, text);
    if (verdict === "bad") break;
    if (verdict === "remove" || isChanged(reading, text)) {
      const start = endOf(frames, count);
      const end = endOf(frames, count + 1);
      kept.push(bytes.subarray(from, start));
      if (verdict !== "remove") kept.push(toShown(reading, bytes.subarray(start, end), text));
      from = end;
    }
    count += 1;
    reading.ended = verdict === "last";
    if (reading.ended) break;
  }
  const isWhole = count === texts.length;
  const rest = bytes.subarray(from, isWhole ? bytes.length : endOf(frames, count));
  return kept.length === 0 ? rest : joinBytes([...kept, rest]);
}

/** The offset after the first frames. */
function endOf({ ends }: Frames, count: number): number {
  return ends[count - 1] ?? 0;
}

function textsOf({ bytes, ends }: Frames): readonly string[] {
  return ends.map((end, index) => decoder.decode(bytes.subarray(ends[index - 1] ?? 0, end)));
}

/** Whether a frame may have to change for the caller: it is an error, or an event that may name the model. */
function isChanged({ observer, rename }: Reading, text: string): boolean {
  return observer.error !== undefined || rename.concerns(text);
}

function toShown({ observer, upstream, rename }: Reading, frame: Uint8Array, text: string) {
  if (!observer.error) return rename.apply(frame, text);
  const shown = upstream.settings.rename.json(text);
  return shown === text ? frame : encoder.encode(shown);
}

/**
 * An error is passed on, unless it can still become the status or contains what is not the caller's. A
 * comment that contains such a thing, or names the model, is removed.
 */
function judge(reading: Reading, frame: string): Verdict {
  const { observer, upstream } = reading;
  if (frame.charCodeAt(0) === colon && isHidden(upstream, frame)) return "remove";
  try {
    const verdict = observer.push(frame);
    if (observer.error) assertShown(observer, upstream, frame);
    return verdict;
  } catch (error) {
    reading.failure = { error };
    return "bad";
  }
}

const colon = 0x3a;

/** Whether a comment must not be shown. */
function isHidden({ settings }: Reading["upstream"], frame: string): boolean {
  if (readFrame(frame)) return false;
  return settings.holdsSecret(frame) || settings.rename.text(frame) !== frame;
}

/** @throws the error of the upstream, unless the caller may see it as it is */
function assertShown(
  { error, events }: RelayObserver,
  { settings }: Reading["upstream"],
  frame: string,
): void {
  const isHidden = events === 0 || settings.upstreamErrors === "hide";
  if (isHidden || settings.holdsSecret(frame)) throw error;
}

/** A frame that the end cuts off is dropped. */
function atEnd(reading: Reading): Uint8Array {
  reading.ended = true;
  return encoder.encode(reading.observer.end());
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
