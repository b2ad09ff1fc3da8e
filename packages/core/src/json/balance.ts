/** Tracks the braces of one JSON object that arrives in pieces. */
export interface ObjectScanner {
  /** Reads a piece; returns how many of its characters belong to the object. */
  push(piece: string): number;
  /** Whether the brace that closes the object has been read. */
  complete(): boolean;
}

/**
 * A scanner of an object whose text begins with its brace. Balanced braces reliably mark the end: a
 * balanced object cannot be the beginning of a longer one. A text that parses is not enough,
 * because a prefix of a number or of a string with a value behind it parses as well.
 */
export function createObjectScanner(): ObjectScanner {
  let depth = 0;
  let inString = false;
  let escaped = false;
  let complete = false;

  function readInString(character: string): void {
    if (escaped) escaped = false;
    else if (character === "\\") escaped = true;
    else if (character === '"') inString = false;
  }

  function readOutside(character: string): void {
    if (character === '"') inString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      complete = depth === 0;
    }
  }

  return {
    complete: () => complete,
    push(piece) {
      let read = 0;
      while (read < piece.length && !complete) {
        const character = piece.charAt(read++);
        if (inString) readInString(character);
        else readOutside(character);
      }
      return read;
    },
  };
}
