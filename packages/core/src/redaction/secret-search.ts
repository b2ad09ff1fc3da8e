import { runAtOnce, type Steps } from "../runtime/steps.js";
import { NeedleIndex } from "./needle-index.js";
import { joinRanges, type Range } from "./range.js";
import { spell } from "./spellings.js";
import { type Unescaped, unescapeInSteps } from "./unescape.js";

/** Finds secrets in texts. It shows nobody what they are. */
export interface SecretSearch {
  /**
   * Where secrets stand in a text: in order, and none touches the next. The time is linear in the text.
   */
  findInSteps(text: string): Steps<readonly Range[]>;
  /** Whether a text has a secret. */
  isIn(text: string): boolean;
  /** Whether another search finds everything that this one does. */
  isWithin(other: SecretSearch): boolean;
}

/** A text that was escaped more often than this no longer shows a secret to anybody. */
const mostLayers = 5;

/**
 * A search for these secrets: as they are, in hexadecimal digits, and in base64 and base64url whatever
 * is around them; each of these in any case of its letters, and behind escapes of JSON, of URLs and of
 * HTML, also inside one another. An empty secret is ignored.
 */
export function createSecretSearch(secrets: readonly string[]): SecretSearch {
  const known = [...new Set(secrets)].filter((secret) => secret !== "");
  let index: NeedleIndex | undefined;
  function* findInSteps(text: string): Steps<readonly Range[]> {
    if (known.length === 0) return [];
    index ??= new NeedleIndex(known.flatMap(spell));
    return yield* findInLayers(text, index);
  }
  const search: SecretSearch = {
    findInSteps,
    isIn: (text) => runAtOnce(findInSteps(text)).length > 0,
    isWithin: (other) => known.every((secret) => isWhole(secret, other)),
  };
  return Object.freeze(search);
}

/** Whether all of a text is a secret. */
function isWhole(text: string, search: SecretSearch): boolean {
  const [[from, to] = []] = runAtOnce(search.findInSteps(text));
  return from === 0 && to === text.length;
}

/** Searches a text, and what is behind its escapes. */
function* findInLayers(text: string, index: NeedleIndex): Steps<readonly Range[]> {
  const found: Range[] = [];
  const layers: Unescaped[] = [];
  for (let layer = text; ; ) {
    for (const range of yield* index.findInSteps(layer)) found.push(toSource(range, layers));
    if (layers.length === mostLayers) break;
    const unescaped = yield* unescapeInSteps(layer);
    if (!unescaped) break;
    layers.push(unescaped);
    layer = unescaped.text;
  }
  return joinRanges(found);
}

/** A range of the innermost layer in the places of the outermost one. */
function toSource([from, to]: Range, layers: readonly Unescaped[]): Range {
  const back = (place: number) =>
    layers.reduceRight((inner, layer) => layer.toSource(inner), place);
  return [back(from), back(to)];
}
