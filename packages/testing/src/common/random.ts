/** A value that may be chosen, and its weight. */
export type Choice<T> = readonly [value: T, weight: number];

/** Choices that are the same for the same seed. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number;
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
  /** One of some values, each as likely as its weight says. */
  pick<T>(first: Choice<T>, ...others: readonly Choice<T>[]): T;
}

/** Choices of one part of a run: each part has its own, whatever the order in which they are made. */
export function createRandom(seed: number, part: number): Random {
  let state = (seed * 0x9e3779b1 + part * 0x85ebca6b) >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick(first, ...others) {
      let left = next() * others.reduce((sum, [, weight]) => sum + weight, first[1]);
      for (const [value, weight] of others) {
        left -= weight;
        if (left < 0) return value;
      }
      return first[0];
    },
  };
}
