import type { Moment } from "../../wire.js";

/** The ticks of one kind in the strip, as one path. */
export interface Ticks {
  readonly name: Moment["kind"] | "bad";
  readonly path: string;
}

/** The columns of the strip: ticks of one kind that fall into the same one are one tick. */
const columns = 1_000;

/** The ticks of moments between a begin and its end, by their kinds. */
export function toTicks(
  moments: readonly Moment[],
  begin: number,
  width: number,
): readonly Ticks[] {
  const found = new Map<Ticks["name"], Set<number>>();
  for (const { at, kind, isBad } of moments) {
    const name = isBad ? "bad" : kind;
    const own = found.get(name) ?? new Set();
    own.add(Math.round((columns * (at - begin)) / width));
    found.set(name, own);
  }
  return [...found].map(([name, places]) => {
    const [top, bottom] = name === "event" || name === "block" ? [8, 20] : [2, 26];
    return { name, path: [...places].map((x) => `M${x} ${top}V${bottom}`).join("") };
  });
}
