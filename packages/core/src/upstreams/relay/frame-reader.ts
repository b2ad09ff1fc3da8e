import type { RelayObserver } from "../../formats/upstream-format.js";
import type { ByteSource } from "../../http/exchange.js";
import { joinBytes } from "../../json/spans.js";
import type { Clock } from "../../runtime/clock.js";
import { createFrameSplitter, type Frames } from "../../sse/frames.js";
import { holdsKey } from "../send/failure.js";
import { createTrailingUsageTimeout } from "../send/trailing-usage-timeout.js";
import { toTransportError } from "../send/transport-errors.js";
import type { Upstream } from "../upstream.js";

/** Bytes of one frame. */
const maxFrameBytes = 4 * 1024 * 1024;

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

/** What becomes of a frame: what its observer says, or `bad` for one that is not passed on. */
type Verdict = ReturnType<RelayObserver["push"]> | "bad";

/** A reader that shows its observer each frame, and passes the bytes of all that it lets through. */
export function createFrameReader(
  upstream: Pick<Upstream, "settings" | "format">,
  body: ByteSource,
  observer: RelayObserver,
  clock: Clock,
): FrameReader {
  const splitter = createFrameSplitter(maxFrameBytes);
  const waitForRest = createTrailingUsageTimeout(clock);
  let ended = false;
  let failure: { readonly error: unknown } | undefined;

  /** An error is passed on unchanged, unless it can still become the status or contains what is not the caller's. */
  function judge(frame: string): Verdict {
    try {
      const verdict = observer.push(frame);
      const { error, events } = observer;
      if (error && (events === 0 || holdsKey(upstream, frame))) throw error;
      return verdict;
    } catch (error) {
      failure = { error };
      return "bad";
    }
  }

  /** The bytes of the frames without those that are removed; they end with the last or before a bad one. */
  function pass({ bytes, ends }: Frames): Uint8Array {
    const textAt = createTextLookup(bytes);
    const kept: Uint8Array[] = [];
    let from = 0;
    let start = 0;
    for (const end of ends) {
      const verdict = judge(textAt(start, end));
      if (verdict === "bad") break;
      if (verdict === "remove") {
        kept.push(bytes.subarray(from, start));
        from = end;
      }
      start = end;
      ended = verdict === "last";
      if (ended) break;
    }
    const rest = bytes.subarray(from, start);
    return kept.length === 0 ? rest : joinBytes([...kept, rest]);
  }

  async function readBlock(): Promise<Uint8Array | undefined> {
    try {
      const block = body.read();
      return await (observer.awaitsEnd ? waitForRest(block) : block);
    } catch (error) {
      throw toTransportError(error, "stream");
    }
  }

  return {
    get ended() {
      return ended;
    },
    async read() {
      for (;;) {
        if (failure) throw failure.error;
        if (ended) return undefined;
        const block = await readBlock();
        const frames = block ? pass(splitter.push(block)) : atEnd();
        if (frames.length > 0) return frames;
      }
    },
  };

  /** A frame that the end cuts off is dropped. */
  function atEnd(): Uint8Array {
    ended = true;
    return encoder.encode(observer.end());
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The text of ranges of the bytes. They are decoded once as long as each byte is a character. */
function createTextLookup(bytes: Uint8Array): (start: number, end: number) => string {
  const text = decoder.decode(bytes);
  if (text.length === bytes.length) return (start, end) => text.slice(start, end);
  return (start, end) => decoder.decode(bytes.subarray(start, end));
}
