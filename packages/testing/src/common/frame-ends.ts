/** Finds where the frames of an event stream end, each with its blank line. */
export interface FrameEnds {
  /** The ends that became known, as offsets in the whole stream. */
  push(block: Uint8Array): readonly number[];
  /** The one that only the end of the stream shows. */
  end(): readonly number[];
}

/** What is known of a stream so far. */
interface Position {
  offset: number;
  lineIsEmpty: boolean;
  afterReturn: boolean;
  /** A blank line has ended with CR; whether an LF belongs to it shows with the next byte. */
  blankByReturn: boolean;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** A finder for one stream. Lines end with LF, CR or both. */
export function createFrameEnds(): FrameEnds {
  const position = { offset: 0, lineIsEmpty: true, afterReturn: false, blankByReturn: false };
  return {
    push(block) {
      const ends: number[] = [];
      for (const byte of block) {
        const end = readByte(position, byte);
        if (end !== undefined) ends.push(end);
      }
      return ends;
    },
    end: () => (position.blankByReturn ? [position.offset] : []),
  };
}

/** Moves on by one byte, and returns where a frame ends because of it: before the byte or behind it. */
function readByte(position: Position, byte: number): number | undefined {
  const before = position.offset++;
  const { afterReturn, lineIsEmpty, blankByReturn } = position;
  position.afterReturn = byte === carriageReturn;
  position.blankByReturn = false;
  if (afterReturn && byte === lineFeed) return blankByReturn ? before + 1 : undefined;
  position.lineIsEmpty = byte === lineFeed || byte === carriageReturn;
  if (lineIsEmpty && byte === lineFeed) return before + 1;
  position.blankByReturn = lineIsEmpty && byte === carriageReturn;
  return blankByReturn ? before : undefined;
}
