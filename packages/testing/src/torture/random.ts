/** Choices that are the same for the same seed. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number;
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
  /** One of some values, each as likely as its weight says. */
  pick<T extends string>(weights: Readonly<Record<T, number>>): T;
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
    pick<T extends string>(weights: Readonly<Record<T, number>>): T {
      const names = Object.keys(weights) as T[];
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0);
      const chosen = names.find((name) => {
        left -= weights[name];
        return left < 0;
      });
      return chosen ?? (names.at(-1) as T);
    },
  };
}
