import type { Ids } from "@diglot/core";

/** Letters and digits without the four that are easily confused, as the service's own ids have them. */
const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Ids that count up, each prefix for itself: the same in every run, for the same order of requests. */
export function createCountingIds(): Ids {
  const counts = new Map<string, number>();
  return {
    create(prefix, length) {
      const count = (counts.get(prefix) ?? 0) + 1;
      counts.set(prefix, count);
      return prefix + toDigits(count).padStart(length, alphabet.charAt(0)).slice(-length);
    },
  };
}

function toDigits(count: number): string {
  const rest = Math.floor(count / alphabet.length);
  return (rest > 0 ? toDigits(rest) : "") + alphabet.charAt(count % alphabet.length);
}
