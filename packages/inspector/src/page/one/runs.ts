import type { Moment } from "../../wire.js";

/** Moments of one group that follow one another, or a single moment. */
export interface Run {
  readonly moments: readonly Moment[];
  readonly first: Moment;
  readonly at: number;
  readonly end: number;
  /** Milliseconds since the moment before it. */
  readonly gap: number;
  /** The longest time between two of its moments. */
  readonly longestGap: number;
}

/** Deltas of one block become one run, so that what is between them can be seen. */
export function toRuns(moments: readonly Moment[]): readonly Run[] {
  const groups: [Moment, ...Moment[]][] = [];
  for (const moment of moments) {
    const last = groups.at(-1);
    if (last && moment.group !== undefined && last[0].group === moment.group) last.push(moment);
    else groups.push([moment]);
  }
  let before = moments[0]?.at ?? 0;
  return groups.map((group) => {
    const [first] = group;
    const gap = first.at - before;
    before = group.at(-1)?.at ?? first.at;
    return { moments: group, first, at: first.at, end: before, gap, longestGap: longest(group) };
  });
}

function longest(moments: readonly Moment[]): number {
  let most = 0;
  for (const [index, { at }] of moments.entries()) {
    most = Math.max(most, at - (moments[index - 1]?.at ?? at));
  }
  return most;
}
