import uPlot from "uplot";
import type { PlotOptions } from "./plot.js";
import { nameOf } from "./reading.js";
import { stack } from "./stack.js";

/** Pixels of a plot. */
export const height = 180;

/** Draws a plot into an element. `point` is told the point at the cursor, or that there is none. */
export function draw(
  { times, series, shape, isStacked, format }: PlotOptions,
  element: HTMLElement,
  point: (index: number | undefined) => void,
): uPlot {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const bars = uPlot.paths.bars;
  const axis = {
    stroke: colour("quiet"),
    grid: { stroke: colour("line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
  };
  const lines = series.map((one): uPlot.Series => {
    const stroke = colour(one.colour);
    const isBars = shape === "bars" && bars !== undefined;
    return {
      stroke,
      width: isBars ? 0 : 1.5,
      points: { show: times.length < 20 && !isBars, size: 5, fill: stroke },
      ...(isBars && { fill: stroke, paths: bars({ size: [0.7, 26] }) }),
    };
  });
  return new uPlot(
    {
      width: element.clientWidth,
      height,
      padding: [12, 30, 0, 0],
      // Bars are days in UTC.
      ...(shape === "bars" && {
        tzDate: (at: number) => uPlot.tzDate(new Date(at * 1_000), "UTC"),
      }),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      hooks: { setCursor: [({ cursor }) => point(cursor.idx ?? undefined)] },
      scales: {
        // Around a single point there would be days, in the axis of a few seconds.
        ...(times.length === 1 && { x: { range: (_, at) => [at - 30, at + 30] } }),
        y: { range: (_, __, most) => [0, (most || 1) * 1.1] },
      },
      axes: [
        {
          ...axis,
          size: 30,
          space: 72,
          values: (_, values) => values.map((at) => nameOf(at, shape)),
        },
        { ...axis, size: 62, values: (_, values) => values.map(format) },
      ],
      series: [{}, ...lines],
    },
    [
      times.map((time) => time / 1_000),
      ...(isStacked ? stack(series) : series.map(({ values }) => [...values])),
    ],
    element,
  );
}
