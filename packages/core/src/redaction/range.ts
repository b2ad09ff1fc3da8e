/** A part of a text: the place of its first character, and the place behind its last one. */
export type Range = readonly [from: number, to: number];

/**
 * The same characters in as few ranges as possible, in order. Ranges that touch become one too: what is
 * between two parts of a secret is a part of it.
 */
export function joinRanges(ranges: readonly Range[]): readonly Range[] {
  const joined: Range[] = [];
  for (const range of ranges.toSorted(([one], [other]) => one - other)) addRange(joined, range);
  return joined;
}

/** Adds a range to a list. It is joined with the last one if it begins within or right behind it. */
export function addRange(ranges: Range[], [from, to]: Range): void {
  const last = ranges.at(-1);
  if (last && last[0] <= from && from <= last[1]) {
    ranges[ranges.length - 1] = [last[0], Math.max(last[1], to)];
  } else ranges.push([from, to]);
}
