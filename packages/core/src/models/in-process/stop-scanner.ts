/** Looks for stop sequences in a text that arrives in pieces. */
export interface StopScanner {
  /** The text that is safe to show, and the sequence that ended it, if one did. */
  push(piece: string): { readonly text: string; readonly matched: string | undefined };
  /** What was held back because it might have become a sequence. */
  flush(): string;
}

/**
 * A scanner that holds back no more than the longest sequence less one character. The sequence that
 * is complete first wins, so that the result is the same however the text is cut; of two that end
 * at the same place, the longer one.
 */
export function createStopScanner(sequences: readonly string[]): StopScanner {
  const wanted = sequences.filter((sequence) => sequence !== "");
  let held = "";

  return {
    push(piece) {
      if (wanted.length === 0) return { text: piece, matched: undefined };
      const text = held + piece;
      const match = findFirst(text, wanted);
      if (match) {
        held = "";
        return { text: text.slice(0, match.at), matched: match.sequence };
      }
      const keep = longestBeginning(text, wanted);
      held = text.slice(text.length - keep);
      return { text: text.slice(0, text.length - keep), matched: undefined };
    },
    flush() {
      const text = held;
      held = "";
      return text;
    },
  };
}

function findFirst(
  text: string,
  sequences: readonly string[],
): { at: number; sequence: string } | undefined {
  let first: { at: number; sequence: string } | undefined;
  for (const sequence of sequences) {
    const at = text.indexOf(sequence);
    if (at >= 0 && (!first || isEarlier(at, sequence, first))) first = { at, sequence };
  }
  return first;
}

function isEarlier(at: number, sequence: string, first: { at: number; sequence: string }): boolean {
  const later = at + sequence.length - (first.at + first.sequence.length);
  return later < 0 || (later === 0 && at < first.at);
}

/** The length of the longest end of the text with which one of the sequences begins. */
function longestBeginning(text: string, sequences: readonly string[]): number {
  let longest = 0;
  for (const sequence of sequences) {
    for (let length = Math.min(sequence.length - 1, text.length); length > longest; length--) {
      if (text.endsWith(sequence.slice(0, length))) longest = length;
    }
  }
  return longest;
}
