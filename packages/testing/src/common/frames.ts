import { createFrameEnds } from "./frame-ends.js";

/** One frame of an event stream: what goes up to and with its blank line. */
export interface Frame {
  /** Offsets in the whole stream. */
  readonly start: number;
  readonly end: number;
  /** The name of its `event:` line; undefined without one. */
  readonly event: string | undefined;
  /** Its data; undefined for a comment and anything else without data. */
  readonly data: string | undefined;
}

/** Finds the frames of an event stream in blocks of any cut. */
export interface FrameScanner {
  /** The frames that became complete. */
  push(block: Uint8Array): readonly Frame[];
  /** The frame whose end was only known at the end of the stream. Lines without a blank line after them are not a frame. */
  end(): readonly Frame[];
}

/** A scanner of one stream. Lines end with LF, CR or both. */
export function createFrameScanner(): FrameScanner {
  const ends = createFrameEnds();
  const decoder = new TextDecoder();
  let text = "";
  let start = 0;
  let offset = 0;

  function read(bytes: Uint8Array): void {
    text += decoder.decode(bytes, { stream: true });
  }

  function complete(end: number): Frame {
    const frame = { start, end, ...readFields(text) };
    text = "";
    start = end;
    return frame;
  }

  return {
    push(block) {
      let from = 0;
      const frames = ends.push(block).map((end) => {
        read(block.subarray(from, end - offset));
        from = end - offset;
        return complete(end);
      });
      read(block.subarray(from));
      offset += block.length;
      return frames;
    },
    end: () => ends.end().map(complete),
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
