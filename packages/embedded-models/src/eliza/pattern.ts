/** One word of a sentence: as it is compared, and as it is said back. */
export interface Word {
  readonly key: string;
  readonly text: string;
}

/** An element of a pattern: a run of words of a least length, or one word out of a set. */
export type Element = { readonly atLeast: 0 | 1 } | { readonly words: ReadonlySet<string> };

/**
 * Reads a pattern.
 * @throws TypeError if it names a group that does not exist
 */
export function parsePattern(
  pattern: string,
  groups: Readonly<Record<string, readonly string[]>>,
): readonly Element[] {
  return pattern.split(" ").map((element) => {
    if (element === "*") return { atLeast: 0 };
    if (element === "+") return { atLeast: 1 };
    if (!element.startsWith("@")) return { words: new Set(element.split("|")) };
    const group = groups[element.slice(1)];
    if (!group) throw new TypeError(`The pattern "${pattern}" names an unknown group.`);
    return { words: new Set(group) };
  });
}

/** The words that each element matched, runs being as short as they can be; `undefined` if none fits. */
export function matchPattern(
  elements: readonly Element[],
  words: readonly Word[],
): readonly (readonly Word[])[] | undefined {
  const lengths: number[] = [];
  if (!fits(elements, words, 0, 0, lengths)) return undefined;
  let end = 0;
  return lengths.map((length) => {
    end += length;
    return words.slice(end - length, end);
  });
}

/** Whether the elements from `element` on match the words from `at` on; notes the length of each part. */
function fits(
  elements: readonly Element[],
  words: readonly Word[],
  element: number,
  at: number,
  lengths: number[],
): boolean {
  const current = elements[element];
  if (!current) return at === words.length;
  const isLast = element === elements.length - 1;
  const [least, most] = possibleLengths(current, words, at);
  for (let length = isLast ? Math.max(least, words.length - at) : least; length <= most; length++) {
    lengths[element] = length;
    if (fits(elements, words, element + 1, at + length, lengths)) return true;
  }
  return false;
}

/** The shortest and the longest part that an element can match; none if the first is the greater. */
function possibleLengths(
  element: Element,
  words: readonly Word[],
  at: number,
): readonly [least: number, most: number] {
  if ("atLeast" in element) return [element.atLeast, words.length - at];
  const word = words[at];
  return word && element.words.has(word.key) ? [1, 1] : [1, 0];
}
