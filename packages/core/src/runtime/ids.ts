/** The source of all ids. Inject another one to get the same ids in every run. */
export interface Ids {
  /** The prefix, followed by `length` letters and digits; unguessable by default. */
  create(prefix: string, length: number): string;
}

/** Letters and digits without the four that are easily confused (base58). */
const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const poolSize = 4096;

/** Ids from the runtime's cryptographic random source, read in blocks of 4 KiB. */
export function createRandomIds(): Ids {
  const pool = new Uint8Array(poolSize);
  let used = poolSize;

  function refill(): void {
    crypto.getRandomValues(pool);
    used = 0;
  }

  return {
    create(prefix, length) {
      const codes: number[] = [];
      while (codes.length < length) {
        if (used === poolSize) refill();
        const byte = pool[used++] ?? 0;
        // Bytes of 232 and above are discarded, so that each of the 58 characters is equally likely.
        if (byte < 232) codes.push(alphabet.charCodeAt(byte % 58));
      }
      return prefix + String.fromCharCode(...codes);
    },
  };
}
