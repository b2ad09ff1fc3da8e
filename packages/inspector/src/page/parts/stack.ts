import type { Series } from "./plot.js";

type Values = (number | null)[];

/** The values of each series on top of those of the series behind it, which are drawn over it. */
export function stack(series: readonly Pick<Series, "values">[]): Values[] {
  const stacked: Values[] = [];
  for (const { values } of [...series].reverse()) {
    const below = stacked[0] ?? [];
    stacked.unshift(values.map((value, index) => addUp(value, below[index] ?? null)));
  }
  return stacked;
}

function addUp(one: number | null, other: number | null): number | null {
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}
