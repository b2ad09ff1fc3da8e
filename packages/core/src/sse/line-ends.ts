/** Where the last line of an event stream has got to. */
export interface LineState {
  /** Whether nothing of the line has come. */
  isEmpty: boolean;
  /** Whether the line before ended with a carriage return, whose line feed may follow. */
  afterReturn: boolean;
}

export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;

/** The offsets after the blank lines of a block; lines end with LF, CR or both. */
export function findBlankLines(line: LineState, block: Uint8Array): number[] {
  const ends: number[] = [];
  let start = 0;
  while (start < block.length) {
    const index = findLineEnd(block, start);
    if (index > start) {
      line.isEmpty = false;
      line.afterReturn = false;
    }
    if (index === block.length) break;
    if (line.afterReturn && block[index] === lineFeed) {
      // The second half of a line end; it stays with the frame that its first half has ended.
      if (ends.at(-1) === index) ends[ends.length - 1] = index + 1;
      line.afterReturn = false;
    } else {
      if (line.isEmpty) ends.push(index + 1);
      line.isEmpty = true;
      line.afterReturn = block[index] === carriageReturn;
    }
    start = index + 1;
  }
  return ends;
}

/** The offset after the last blank line of a block whose lines end with LF alone; zero if it has none. */
export function findLastBlankLine({ isEmpty }: LineState, block: Uint8Array): number {
  for (let at = block.lastIndexOf(lineFeed); at > 0; at = block.lastIndexOf(lineFeed, at - 1)) {
    if (block[at - 1] === lineFeed) return at + 1;
  }
  return isEmpty && block[0] === lineFeed ? 1 : 0;
}

/** The offset of the next line feed or carriage return; without one, the length. */
export function findLineEnd(block: Uint8Array, start: number): number {
  let index = start;
  while (index < block.length && block[index] !== lineFeed && block[index] !== carriageReturn)
    index++;
  return index;
}
