import { clockTime } from "./format.js";
import type { PlotOptions } from "./plot.js";

const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** A day for a bar, a time of day for a line; `at` in seconds. */
export function nameOf(at: number, shape: PlotOptions["shape"]): string {
  return shape === "bars" ? days.format(at * 1_000) : clockTime(at * 1_000);
}

/** The time and the values of a point, in words: `4 Jan: all 1,234, output 56`. */
export function readPoint(
  { times, series, shape, format, read = format }: Omit<PlotOptions, "title">,
  index: number,
): string {
  const values = series.map(({ title, values }) => {
    const value = values[index] ?? null;
    return `${title} ${value === null ? "none" : read(value)}`;
  });
  return `${nameOf((times[index] ?? 0) / 1_000, shape)}: ${values.join(", ")}`;
}

/** The point to which a key moves; `undefined` for a key that does not move. */
export function pointAfter(key: string, index: number, points: number): number | undefined {
  const moves = new Map([
    ["ArrowLeft", index - 1],
    ["ArrowDown", index - 1],
    ["ArrowRight", index + 1],
    ["ArrowUp", index + 1],
    ["Home", 0],
    ["End", points - 1],
  ]);
  const wanted = moves.get(key);
  return wanted === undefined ? undefined : Math.min(points - 1, Math.max(0, wanted));
}
