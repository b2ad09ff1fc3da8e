import type { Word } from "./pattern.js";

/** Words of one clause that are looked at; matching costs up to the square of it. */
const maximumWords = 100;
const maximumWordCharacters = 60;

/** Marks that end a clause, and the one word that does. */
const clauseEnd = /[.,;:!?…]+(?=\s|$)|[\n()"“”]+|\s[-–—]\s|—|\bbut\b/giu;

/** The clauses of a text, each a list of words with the substitutions made; empty ones left out. */
export function toClauses(
  text: string,
  substitutions: ReadonlyMap<string, string>,
): readonly (readonly Word[])[] {
  return text
    .replaceAll("’", "'")
    .split(clauseEnd)
    .map((clause) => toWords(clause, substitutions))
    .filter((words) => words.length > 0);
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
