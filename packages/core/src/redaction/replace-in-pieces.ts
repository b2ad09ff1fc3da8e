import type { Range } from "./range.js";

/**
 * Pieces of one text without these ranges of it. A replacement stands in the piece in which its range
 * begins; the others lose their part of the range.
 * @param ranges in order; none touches the next
 */
export function replaceInPieces(
  pieces: readonly string[],
  ranges: readonly Range[],
  replacement: string,
): readonly string[] {
  if (ranges.length === 0) return pieces;
  let begin = 0;
  /** The first range that ends behind the beginning of the piece. */
  let next = 0;
  return pieces.map((piece) => {
    const end = begin + piece.length;
    let kept = "";
    let at = begin;
    for (let index = next; index < ranges.length; index++) {
      const [from, to] = ranges[index] as Range;
      if (from >= end) break;
      kept += piece.slice(at - begin, Math.max(at, from) - begin);
      if (from >= begin) kept += replacement;
      at = Math.min(to, end);
      if (to <= end) next = index + 1;
    }
    kept += piece.slice(at - begin);
    begin = end;
    return kept;
  });
}
