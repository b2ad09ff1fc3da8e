import type { Steps } from "@diglot/core";
import type { Redactor } from "@diglot/core/redaction";
import { cutMark, Room } from "../facts/room.js";

/** Shortens and redacts the texts of one attribute. */
export interface Cleaner {
  /** The beginning of a text, without secrets, as far as there is room for it. */
  clean(text: string): Steps<string>;
  /** Takes the room of one more message or part. @returns whether there was any */
  enter(): boolean;
}

/** Messages and parts of one attribute: what JSON writes around short texts is longer than they are. */
const mostEntries = 1_000;

/** @param limit characters of all texts together */
export function createCleaner(redactor: Redactor, limit: number): Cleaner {
  const room = new Room(limit);
  let entries = 0;
  return {
    *clean(text) {
      const { left } = room;
      // What follows is looked at too, so that a secret at the cut is still seen as one.
      const pieces = [text.slice(0, left), text.slice(left, 2 * left)];
      const [shown = "", rest] = yield* redactor.piecesInSteps(pieces);
      const isCut = rest !== "" || text.length > 2 * left;
      return room.takeFor(pieces[0] ?? "", isCut ? shown + cutMark : shown);
    },
    enter() {
      if (room.left === 0 || entries === mostEntries) return false;
      entries += 1;
      return true;
    },
  };
}
