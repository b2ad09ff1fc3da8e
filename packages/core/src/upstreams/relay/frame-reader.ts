import type { RelayObserver } from "../../formats/upstream-format.js";
import type { ByteSource } from "../../http/exchange.js";
import { joinBytes } from "../../json/spans.js";
import type { ModelRequest } from "../../models/model.js";
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
  read(): Promise<Uint8Array | undefined>;
  /** Whether the last frame has been read. */
  readonly ended: boolean;
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
  return {
    get ended() {
      return reading.ended;
    },
    read: () => read(reading),
  };
}

async function read(reading: Reading): Promise<Uint8Array | undefined> {
  for (;;) {
    if (reading.failure) throw reading.failure.error;
    if (reading.ended) return undefined;
    const block = await readBlock(reading);
    const frames = block ? pass(reading, reading.splitter.push(block)) : atEnd(reading);
    if (frames.length > 0) return frames;
  }
}

async function readBlock({
  body,
  observer,
  waitForRest,
}: Reading): Promise<Uint8Array | undefined> {
  try {
    const block = body.read();
    return await (observer.awaitsEnd ? waitForRest(block) : block);
  } catch (error) {
    throw toTransportError(error, "stream");
  }
}

/**
 * The bytes of the frames, with the public name of the model and without those that are removed; they
 * end with the last or before a bad one.
 */
function pass(reading: Reading, { bytes, ends }: Frames): Uint8Array {
  const textAt = createTextLookup(bytes);
  const kept: Uint8Array[] = [];
  let from = 0;
  let start = 0;
  for (const end of ends) {
    const text = textAt(start, end);
    const verdict = judge(reading, text);
    if (verdict === "bad") break;
    const frame = bytes.subarray(start, end);
    const shown = verdict === "remove" ? nothing : toShown(reading, frame, text);
    if (shown !== frame) {
      kept.push(bytes.subarray(from, start), shown);
      from = end;
    }
    start = end;
    reading.ended = verdict === "last";
    if (reading.ended) break;
  }
  const rest = bytes.subarray(from, start);
  return kept.length === 0 ? rest : joinBytes([...kept, rest]);
}

const nothing = new Uint8Array();

/** A frame as the caller gets it: an error, or an event that may name the model. */
function toShown({ observer, upstream, rename }: Reading, frame: Uint8Array, text: string) {
  if (!observer.error) return rename(frame, text);
  const shown = upstream.settings.rename.json(text);
  return shown === text ? frame : encoder.encode(shown);
}

/**
 * An error is passed on, unless it can still become the status or contains what is not the caller's. A
 * comment that contains such a thing, or names the model, is removed.
 */
function judge(reading: Reading, frame: string): Verdict {
  const { observer, upstream } = reading;
  const { holdsSecret, rename, upstreamErrors } = upstream.settings;
  const isHidden = () => holdsSecret(frame) || rename.text(frame) !== frame;
  if (frame.startsWith(":") && !readFrame(frame) && isHidden()) return "remove";
  try {
    const verdict = observer.push(frame);
    const { error, events } = observer;
    if (error && (events === 0 || upstreamErrors === "hide" || holdsSecret(frame))) throw error;
    return verdict;
  } catch (error) {
    reading.failure = { error };
    return "bad";
  }
}

/** A frame that the end cuts off is dropped. */
function atEnd(reading: Reading): Uint8Array {
  reading.ended = true;
  return encoder.encode(reading.observer.end());
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The text of ranges of the bytes. They are decoded once as long as each byte is a character. */
function createTextLookup(bytes: Uint8Array): (start: number, end: number) => string {
  const text = decoder.decode(bytes);
  if (text.length === bytes.length) return (start, end) => text.slice(start, end);
  return (start, end) => decoder.decode(bytes.subarray(start, end));
}
