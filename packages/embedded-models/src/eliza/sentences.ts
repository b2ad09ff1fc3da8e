import type { Word } from "./pattern.js";

/** Clauses of one text that are looked at. */
const maximumClauses = 200;

/** Words of one clause that are looked at; matching costs up to the square of it. */
const maximumWords = 100;
const maximumWordCharacters = 60;

/**
 * Marks that end a clause, and the one word that does. A run of marks is looked at from its beginning
 * only: from each of its marks, a long one would take the square of its length.
 */
const clauseEnd = /(?<![.,;:!?…])[.,;:!?…]+(?=\s|$)|[\n()"“”]+|\s[-–—]\s|—|\bbut\b/giu;

/**
 * The clauses of a text, each a list of words with the substitutions made; empty ones left out. They
 * are found one after another, because only those up to the first with a keyword are needed.
 */
export function* toClauses(
  text: string,
  substitutions: ReadonlyMap<string, string>,
): Generator<readonly Word[]> {
  const spoken = text.replaceAll("’", "'");
  let start = 0;
  let clauses = 0;
  for (const { index, 0: end } of spoken.matchAll(clauseEnd)) {
    yield* toClause(spoken.slice(start, index), substitutions);
    start = index + end.length;
    clauses += 1;
    if (clauses === maximumClauses) return;
  }
  yield* toClause(spoken.slice(start), substitutions);
}

function toClause(
  clause: string,
  substitutions: ReadonlyMap<string, string>,
): readonly (readonly Word[])[] {
  const words = toWords(clause, substitutions);
  return words.length > 0 ? [words] : [];
}

function toWords(clause: string, substitutions: ReadonlyMap<string, string>): readonly Word[] {
  const isShouted = clause === clause.toUpperCase();
  return clause
    .split(/\s+/, maximumWords)
    .filter((word) => word !== "")
    .flatMap((word, index) => {
      const text = word.slice(0, maximumWordCharacters);
      const key = text.toLowerCase();
      const substitute = substitutions.get(key);
      if (substitute !== undefined) return substitute.split(" ").map(toPlainWord);
      // The first word has its capital from its place; names inside a clause keep theirs.
      return [{ key, text: isShouted || index === 0 ? key : text }];
    });
}

function toPlainWord(word: string): Word {
  return { key: word, text: word };
}
