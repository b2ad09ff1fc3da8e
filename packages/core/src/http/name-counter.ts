/** Counts the different names of members in the bytes of one JSON text. */
export interface NameCounter {
  /** Adds the name between two offsets, and returns how many different ones were added so far. */
  add(bytes: Uint8Array, start: number, end: number): number;
}

/** Bits for each name that is allowed, at least. */
const bitsPerName = 8;
/** The most names that have so many bits of their own; a hash has 32 bits. */
const mostNames = 2 ** 28;

/**
 * A counter that uses 2 bytes or less for each name that is allowed, however many are added. Each
 * name sets one bit, chosen by its hash, and two names may share one: the count can be a little too
 * small, but never too large, so a text within its limit is never refused. Near the limit about one
 * name in twenty is missed, and twice the limit is always noticed, unless it is very small. Names
 * are compared as written: one with an escape differs from the same name without.
 * @param limit the different names that are allowed, at least 1
 */
export function createNameCounter(limit: number): NameCounter {
  const shift = Math.clz32(Math.min(limit, mostNames) * bitsPerName - 1);
  const bits = new Int32Array(Math.ceil(2 ** (32 - shift) / 32));
  const start = seedOfProcess();
  let count = 0;
  return {
    add(bytes, from, to) {
      const bit = hash(bytes, from, to, start) >>> shift;
      const word = bits[bit >>> 5] ?? 0;
      const marked = word | (1 << (bit & 31));
      if (marked !== word) {
        bits[bit >>> 5] = marked;
        count += 1;
      }
      return count;
    },
  };
}

/** The golden ratio as 32 bits: products with it spread a byte over the whole hash. */
const multiplier = 0x9e3779b1;

function hash(bytes: Uint8Array, from: number, to: number, seed: number): number {
  let mixed = seed;
  for (let index = from; index < to; index++) {
    mixed = Math.imul(mixed ^ (bytes[index] ?? 0), multiplier);
    // Without it the low bits would never depend on the high ones, and 256 seeds could be tried.
    mixed ^= mixed >>> 15;
  }
  return mixed;
}

let seed: number | undefined;

/**
 * Unknown to callers, so that nobody can prepare names that share a bit. Drawn when it is first
 * needed, because some runtimes have no random numbers while modules are loaded.
 */
function seedOfProcess(): number {
  seed ??= crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return seed;
}
