import type { Moment, RequestChange, RequestDetail } from "../wire.js";
import { mapGrowing } from "./growing-parts.js";

/** How long a part is, and a checksum of it. */
interface Mark {
  readonly length: number;
  readonly sum: number;
}

const nothing: Mark = { length: 0, sum: 0x811c9dc5 };

/**
 * What of a request is new since a cursor: its growing parts without the beginnings that are known. A
 * beginning that has changed, as when a text turns out to be a part of a secret, comes again.
 * @param after the `next` of an earlier answer; all is new without one
 */
export function changeSince(detail: RequestDetail, after = ""): RequestChange {
  const known = readCursor(after);
  const next: Mark[] = [];
  const skipped: number[] = [];
  const change = mapGrowing(detail, {
    moments(moments, place) {
      const mark = (from: Mark, to: number) => markMoments(moments, from, to);
      return moments.slice(skip(place, moments.length, mark));
    },
    body(body, place) {
      const mark = (from: Mark, to: number) => markText(body.text, from, to);
      return { ...body, text: body.text.slice(skip(place, body.text.length, mark)) };
    },
  });
  return { ...change, skipped, next: next.map(({ length, sum }) => `${length}.${sum}`).join("-") };

  /** Notes the mark of a whole part; returns how much of it is known. */
  function skip(place: number, length: number, mark: (from: Mark, to: number) => Mark): number {
    const { length: before, sum } = known[place] ?? nothing;
    const begin = mark(nothing, Math.min(before, length));
    next[place] = mark(begin, length);
    skipped[place] = before <= length && begin.sum === sum ? before : 0;
    return skipped[place];
  }
}

function readCursor(cursor: string): readonly Mark[] {
  return cursor.split("-").map((mark) => {
    const [length, sum] = mark.split(".").map(Number);
    return Number.isSafeInteger(length) && Number.isSafeInteger(sum)
      ? { length: length ?? 0, sum: sum ?? 0 }
      : nothing;
  });
}

function markText(text: string, { length, sum }: Mark, to: number): Mark {
  return { length: to, sum: addText(sum, text, length, to) };
}

function markMoments(moments: readonly Moment[], { length, sum }: Mark, to: number): Mark {
  let all = sum;
  for (const { at, label, detail = "" } of moments.slice(length, to)) {
    const text = `${at} ${label} ${detail}`;
    all = addText(all, text, 0, text.length);
  }
  return { length: to, sum: all };
}

/** A checksum (FNV-1a) that goes on over a part of a text. */
function addText(sum: number, text: string, from: number, to: number): number {
  let all = sum;
  for (let index = from; index < to; index++) {
    all = Math.imul(all ^ text.charCodeAt(index), 0x01000193);
  }
  return all >>> 0;
}
