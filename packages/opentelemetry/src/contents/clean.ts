import type { Steps } from "@diglot/core";
import type { Redactor } from "@diglot/core/redaction";

/** Shortens and redacts the texts of one attribute. */
export interface Cleaner {
  /** The beginning of a text, without secrets, as far as there is room for it. */
  clean(text: string): Steps<string>;
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
    *clean(text) {
      const most = room;
      // What follows is looked at too, so that a secret at the cut is still seen as one.
      const pieces = [text.slice(0, most), text.slice(most, 2 * most)];
      // A part without a text needs room, too.
      room -= Math.max(pieces[0]?.length ?? 0, 1);
      const [shown = "", rest] = yield* redactor.piecesInSteps(pieces);
      const isCut = rest !== "" || text.length > 2 * most || shown.length > most;
      return isCut ? shown.slice(0, most) + cutMark : shown;
    },
  };
}
