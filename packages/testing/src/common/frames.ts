/** One frame of an event stream: what goes up to and with its blank line. */
export interface Frame {
  /** Offsets in the whole stream. */
  readonly start: number;
  readonly end: number;
  /** The name of its `event:` line; undefined without one. */
  readonly event: string | undefined;
  /** Its data; undefined for a comment and whatever else has none. */
  readonly data: string | undefined;
}

/** Finds the frames of an event stream in blocks of any cut. */
export interface FrameScanner {
  /** The frames that became complete. */
  push(block: Uint8Array): readonly Frame[];
  /** The frame whose end was only known at the end of the stream. What has no blank line is none. */
  end(): readonly Frame[];
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** A scanner of one stream. Lines end with LF, CR or both. */
export function createFrameScanner(): FrameScanner {
  const decoder = new TextDecoder();
  let text = "";
  let start = 0;
  let offset = 0;
  let lineIsEmpty = true;
  let afterReturn = false;
  /** A blank line has ended with CR; whether an LF belongs to it shows with the next byte. */
  let blankByReturn = false;

  function complete(end: number, rest: string): Frame {
    const frame = { start, end, ...readFields(text + rest) };
    text = "";
    start = end;
    lineIsEmpty = true;
    blankByReturn = false;
    return frame;
  }

  /** Whether the frame ends before or after the next byte, if it ends here at all. */
  function judge(byte: number): "before" | "after" | undefined {
    const isSecondHalf = afterReturn && byte === lineFeed;
    if (blankByReturn) return isSecondHalf ? "after" : "before";
    const wasEmpty = lineIsEmpty;
    afterReturn = byte === carriageReturn;
    if (isSecondHalf) return undefined;
    lineIsEmpty = byte === lineFeed || byte === carriageReturn;
    blankByReturn = wasEmpty && byte === carriageReturn;
    return wasEmpty && byte === lineFeed ? "after" : undefined;
  }

  return {
    push(block) {
      const frames: Frame[] = [];
      let from = 0;
      for (const [index, byte] of block.entries()) {
        let side = judge(byte);
        if (side === "before") {
          frames.push(complete(offset + index, decode(index)));
          side = judge(byte);
        }
        if (side === "after") {
          afterReturn = false;
          frames.push(complete(offset + index + 1, decode(index + 1)));
        }
      }
      text += decode(block.length);
      offset += block.length;
      return frames;

      function decode(to: number): string {
        const piece = decoder.decode(block.subarray(from, to), { stream: true });
        from = to;
        return piece;
      }
    },
    end: () => (blankByReturn ? [complete(offset, "")] : []),
  };
}

function readFields(text: string): Pick<Frame, "event" | "data"> {
  const lines = text.split(/\r\n|\r|\n/);
  const data = lines.flatMap((line) => fieldOf(line, "data"));
  return {
    event: lines.flatMap((line) => fieldOf(line, "event")).at(-1),
    data: data.length === 0 ? undefined : data.join("\n"),
  };
}

/** The value of a line of this field; one space after the colon belongs to the notation. */
function fieldOf(line: string, field: string): readonly string[] {
  if (line === field) return [""];
  if (!line.startsWith(`${field}:`)) return [];
  const value = line.slice(field.length + 1);
  return [value.startsWith(" ") ? value.slice(1) : value];
}
