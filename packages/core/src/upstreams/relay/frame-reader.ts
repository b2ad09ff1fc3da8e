import type { RelayObserver } from "../../formats/upstream-format.js";
import type { ByteSource } from "../../http/exchange.js";
import type { ModelRequest } from "../../models/model.js";
import { isPromise, type MaybePromise } from "../../runtime/maybe-promise.js";
import type { FrameSplitter } from "../../sse/frames.js";
import { createTrailingUsageTimeout } from "../send/trailing-usage-timeout.js";
import { toTransportError } from "../send/transport-errors.js";
import type { Upstream } from "../upstream.js";
import type { FramePassage } from "./judge-frame.js";
import { passFrames } from "./pass-frames.js";
import { FrameRename } from "./public-name.js";

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

/** What the reading of frames depends on beside the upstream. */
type ReadLimits = Pick<ModelRequest, "clock" | "maxEventCharacters">;

/** A stream while it is read. */
interface Reading extends FramePassage {
  readonly body: ByteSource;
  readonly splitter: FrameSplitter;
  readonly awaitTrailingUsage: ReturnType<typeof createTrailingUsageTimeout>;
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
    rename: new FrameRename(upstream),
    awaitTrailingUsage: createTrailingUsageTimeout(clock),
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
  const frames = block ? passFrames(reading, reading.splitter.push(block)) : atEnd(reading);
  return frames.length > 0 ? frames : undefined;
}

function readBlock({
  body,
  observer,
  awaitTrailingUsage,
}: Reading): MaybePromise<Uint8Array | undefined> {
  try {
    const block = body.read();
    return observer.awaitsEnd ? awaitTrailingUsage(block) : block;
  } catch (error) {
    return broken(error);
  }
}

function broken(error: unknown): never {
  throw toTransportError(error, "stream");
}

/** A frame that the end cuts off is dropped. */
function atEnd(reading: Reading): Uint8Array {
  reading.ended = true;
  return encoder.encode(reading.observer.end());
}

const encoder = new TextEncoder();
