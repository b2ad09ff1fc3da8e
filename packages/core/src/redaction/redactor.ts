import { runAtOnce, type Steps } from "../runtime/steps.js";
import { findPrivateKeysInSteps } from "./private-keys.js";
import { joinRanges, type Range } from "./range.js";
import { replaceInPieces } from "./replace-in-pieces.js";
import { createSecretSearch, type SecretSearch } from "./secret-search.js";
import { findShapesInSteps } from "./shape-search.js";

/** Takes secrets out of what is shown. @default replacement: `[redacted]` */
export interface Redactor {
  /** The text, with a replacement for each secret. */
  text(text: string, replacement?: string): string;
  /**
   * Pieces of one text, in which a secret may be cut anywhere. Its replacement stands in the piece in
   * which it begins; the others lose their part of it.
   */
  pieces(pieces: readonly string[], replacement?: string): readonly string[];
  /** The same as `text` in steps, for texts that may be large: `runRedaction` runs them. */
  textInSteps(text: string, replacement?: string): Steps<string>;
  /** The same as `pieces` in steps. */
  piecesInSteps(pieces: readonly string[], replacement?: string): Steps<readonly string[]>;
  /** From now on it also takes out what this search finds, such as the secrets of a service. */
  learn(search: SecretSearch): void;
}

const defaultReplacement = "[redacted]";

/**
 * A redactor of these secrets, and of all that is shaped like a credential. A text is found in every
 * spelling of `createSecretSearch`, a pattern only as it is.
 *
 * The time is linear in the text, apart from the patterns: each is run once over the whole text, and
 * takes as long as it takes. A pattern that backtracks can take the square of the text's length or worse,
 * and no other work runs meanwhile. Only the length of the text bounds it, which is that of what is
 * captured; so give texts where you can, and patterns whose parts cannot match the same characters.
 */
export function createRedactor(secrets: readonly (string | RegExp)[]): Redactor {
  const texts = secrets.filter((secret) => typeof secret === "string");
  const patterns = secrets.filter((secret) => typeof secret !== "string").map(toGlobal);
  let searches = [createSecretSearch(texts)];

  function* piecesInSteps(
    pieces: readonly string[],
    replacement = defaultReplacement,
  ): Steps<readonly string[]> {
    const ranges = yield* findInSteps(pieces.join(""), patterns, searches);
    return replaceInPieces(pieces, ranges, replacement);
  }
  function* textInSteps(text: string, replacement?: string): Steps<string> {
    return (yield* piecesInSteps([text], replacement)).join("");
  }
  return {
    piecesInSteps,
    textInSteps,
    pieces: (pieces, replacement) => runAtOnce(piecesInSteps(pieces, replacement)),
    text: (text, replacement) => runAtOnce(textInSteps(text, replacement)),
    learn(search) {
      if (searches.some((known) => search.isWithin(known))) return;
      searches = [...searches.filter((known) => !known.isWithin(search)), search];
    },
  };
}

function toGlobal({ source, flags }: RegExp): RegExp {
  return new RegExp(source, `${flags.replace(/[gy]/g, "")}g`);
}

/** Where secrets stand: in order, and none touches the next. */
function* findInSteps(
  text: string,
  patterns: readonly RegExp[],
  searches: readonly SecretSearch[],
): Steps<readonly Range[]> {
  const found: (readonly Range[])[] = [
    yield* findShapesInSteps(text),
    yield* findPrivateKeysInSteps(text),
  ];
  for (const pattern of patterns) {
    found.push(matchAll(text, pattern));
    yield;
  }
  for (const search of searches) found.push(yield* search.findInSteps(text));
  return joinRanges(found.flat());
}

function matchAll(text: string, pattern: RegExp): readonly Range[] {
  return [...text.matchAll(pattern)]
    .filter(([match]) => match !== "")
    .map(({ index, 0: match }) => [index, index + match.length]);
}
