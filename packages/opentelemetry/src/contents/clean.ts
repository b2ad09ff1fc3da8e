import type { Redactor } from "@diglot/core/redaction";

/** Shortens and redacts the texts of one attribute. */
export interface Cleaner {
  /** The beginning of a text, without secrets, as far as there is room for it. */
  clean(text: string): string;
  /** Whether there is no more room. */
  full(): boolean;
}

/** What stands at the end of a text that was cut. */
const cutMark = "…";

/** @param limit characters of all texts together */
export function createCleaner(redactor: Redactor, limit: number): Cleaner {
  let room = limit;
  return {
    full: () => room <= 0,
    clean(text) {
      // Twice the room, so that a secret at the cut is still seen as one.
      const whole = redactor.text(text.slice(0, 2 * room));
      const kept = whole.length > room ? whole.slice(0, room) + cutMark : whole;
      // A part without a text needs room, too.
      room -= Math.max(kept.length, 1);
      return kept;
    },
  };
}
