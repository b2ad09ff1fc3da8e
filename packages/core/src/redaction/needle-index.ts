import type { Steps } from "../runtime/steps.js";
import { fold, foldCode } from "./fold.js";
import { addRange, type Range } from "./range.js";

/** Needles that have the same window at the same place, and the same length. */
interface Group {
  /** Characters of a needle up to the end of its window. */
  readonly before: number;
  readonly length: number;
  /** The needles, folded. */
  readonly needles: Set<string>;
}

/** Characters of a window, unless a needle is shorter. */
const windowLength = 4;
const bitsPerCharacter = 7;
/** Characters that are looked at in one step. */
const charactersPerStep = 16_384;

/**
 * Finds texts ("needles") in others, whatever their case, all of them in one pass. Each needle is known
 * by a window of a few characters, which is as rare among the needles as any in it; where the text has
 * these characters, it is compared. So the time is linear in the text, and hardly depends on how many
 * needles there are.
 */
export class NeedleIndex {
  readonly #windowLength: number;
  readonly #mask: number;
  readonly #groups = new Map<number, Group[]>();
  /** Which windows there may be, by their lowest bits: most characters of a text end here. */
  readonly #filter: Uint8Array;

  /** @param needles none of them empty */
  constructor(needles: readonly string[]) {
    const shortest = Math.min(windowLength, ...needles.map(({ length }) => length));
    this.#windowLength = shortest;
    this.#mask = 2 ** (bitsPerCharacter * shortest) - 1;
    this.#filter = new Uint8Array(2 ** Math.ceil(Math.log2(64 * needles.length + 1)));
    for (const needle of new Set(needles)) this.#add(needle);
  }

  /** Where needles stand. Ranges may overlap, and are not in order. */
  *findInSteps(text: string): Steps<readonly Range[]> {
    const found: Range[] = [];
    let window = 0;
    for (let at = 0; at < text.length; ) {
      const end = Math.min(text.length, at + charactersPerStep);
      for (; at < end; at++) {
        window = this.#slide(window, text.charCodeAt(at));
        if (this.#filter[this.#hash(window)] === 1) this.#compare(text, at + 1, window, found);
      }
      yield;
    }
    return found;
  }

  #slide(window: number, code: number): number {
    return ((window << bitsPerCharacter) | foldCode(code)) & this.#mask;
  }

  #hash(window: number): number {
    return (window ^ (window >>> 11)) & (this.#filter.length - 1);
  }

  /** @param end the place behind the window */
  #compare(text: string, end: number, window: number, found: Range[]): void {
    for (const { before, length, needles } of this.#groups.get(window) ?? []) {
      const from = end - before;
      if (from < 0 || !needles.has(fold(text.slice(from, from + length)))) continue;
      addRange(found, [from, from + length]);
    }
  }

  #add(needle: string): void {
    const { window, before } = this.#chooseWindow(needle);
    this.#filter[this.#hash(window)] = 1;
    const groups = this.#groups.get(window) ?? [];
    this.#groups.set(window, groups);
    const { length } = needle;
    const known = groups.find((group) => group.before === before && group.length === length);
    if (known) known.needles.add(fold(needle));
    else groups.push({ before, length, needles: new Set([fold(needle)]) });
  }

  /** The window that fewest needles have; the ends of secrets differ more than their beginnings. */
  #chooseWindow(needle: string): { readonly window: number; readonly before: number } {
    let chosen = { window: 0, before: 0, groups: Number.POSITIVE_INFINITY };
    let window = 0;
    for (let before = 1; before <= needle.length; before++) {
      window = this.#slide(window, needle.charCodeAt(before - 1));
      if (before < this.#windowLength) continue;
      const groups = this.#groups.get(window)?.length ?? 0;
      if (groups <= chosen.groups) chosen = { window, before, groups };
    }
    return chosen;
  }
}
