import { secretShapes } from "./secret-shapes.js";

/** Takes secrets out of what is shown. */
export interface Redactor {
  /** The text, with a replacement for each secret. @default replacement: `[redacted]` */
  text(text: string, replacement?: string): string;
  /**
   * Pieces of one text, in which a secret may be cut anywhere. Its replacement stands in the piece in
   * which it begins; the others lose their part of it. @default replacement: `[redacted]`
   */
  pieces(pieces: readonly string[], replacement?: string): readonly string[];
}

type Range = readonly [from: number, to: number];

const defaultReplacement = "[redacted]";

/** A redactor of these secrets, texts or patterns, and of all that is shaped like a credential. */
export function createRedactor(secrets: readonly (string | RegExp)[]): Redactor {
  const patterns = [...secretShapes(), ...secrets.flatMap(toPatterns)];
  const pieces = (given: readonly string[], replacement = defaultReplacement) => {
    const ranges = findRanges(given.join(""), patterns);
    if (ranges.length === 0) return given;
    let end = 0;
    return given.map((piece) => {
      const begin = end;
      end += piece.length;
      return replaceIn(piece, begin, ranges, replacement);
    });
  };
  return { pieces, text: (text, replacement) => pieces([text], replacement)[0] ?? "" };
}

/** A text is searched for as it is, and as JSON writes it. An empty one is ignored. */
function toPatterns(secret: string | RegExp): readonly RegExp[] {
  if (typeof secret !== "string") {
    return [new RegExp(secret.source, `${secret.flags.replace(/[gy]/g, "")}g`)];
  }
  const spellings = new Set([secret, JSON.stringify(secret).slice(1, -1)]);
  return [...spellings]
    .filter((text) => text !== "")
    .map((text) => new RegExp(text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "g"));
}

/** Where secrets stand. Ranges that overlap or touch are joined, so that no part of a secret remains. */
function findRanges(text: string, patterns: readonly RegExp[]): readonly Range[] {
  const found = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .filter(([match]) => match !== "")
      .map(({ index, 0: match }): Range => [index, index + match.length]),
  );
  const joined: Range[] = [];
  for (const [from, to] of found.sort(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}

/** @param begin the place of the piece's first character in the whole text */
function replaceIn(
  piece: string,
  begin: number,
  ranges: readonly Range[],
  replacement: string,
): string {
  let kept = "";
  let at = 0;
  for (const [from, to] of ranges) {
    if (to <= begin + at || from >= begin + piece.length) continue;
    kept += piece.slice(at, Math.max(at, from - begin));
    if (from >= begin) kept += replacement;
    at = Math.min(piece.length, to - begin);
  }
  return kept + piece.slice(at);
}
