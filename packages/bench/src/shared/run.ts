/** What all measurements of one run share. */
export interface Run {
  /** The checkouts that are measured: the own one first, then the one it is compared with. */
  readonly builds: readonly string[];
  readonly rounds: number;
  /** Shows what is being measured. */
  progress(what: string): void;
  /** Notes once that something cannot be measured. */
  skip(what: string, why: unknown): void;
}

/** In which order so many take turns: another one begins in each round. */
export function orderOf(count: number, round: number): readonly number[] {
  return Array.from({ length: count }, (_, turn) => (turn + Math.max(0, round)) % count);
}
