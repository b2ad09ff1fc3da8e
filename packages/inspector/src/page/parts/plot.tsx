import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { Figure, type Legend } from "./figure.js";
import { clockTime } from "./format.js";

/** One line of a plot. */
export interface Series extends Legend {
  readonly values: readonly (number | null)[];
}

/** A plot over time. */
export interface PlotOptions {
  readonly title: string;
  /** Unix milliseconds, ascending. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly shape: "bars" | "line";
  readonly format: (value: number) => string;
}

const height = 180;
const dark = window.matchMedia("(prefers-color-scheme: dark)");

/** Draws a plot as wide as its place, in the colours of the page. */
export function Plot(options: PlotOptions) {
  const place = useRef<HTMLDivElement>(null);
  const { title, series } = options;
  const isEmpty = options.times.length === 0;
  useEffect(() => {
    const element = place.current;
    if (!element || isEmpty) return undefined;
    let plot = draw(options, element);
    const redraw = () => {
      plot.destroy();
      plot = draw(options, element);
    };
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    dark.addEventListener("change", redraw);
    return () => {
      observer.disconnect();
      dark.removeEventListener("change", redraw);
      plot.destroy();
    };
  }, [options, isEmpty]);
  return (
    <Figure title={title} legend={series}>
      <div ref={place} role="img" aria-label={describe(options)}>
        {isEmpty && <p class="quiet empty">Nothing yet.</p>}
      </div>
    </Figure>
  );
}

/** What the last points are, for those who do not see the plot. */
function describe({ title, series, format }: PlotOptions): string {
  const last = series.map(({ title: name, values }) => {
    const value = values.findLast((one) => one !== null);
    return `${name} ${value === undefined || value === null ? "none" : format(value)}`;
  });
  return `${title}, at the end: ${last.join(", ")}`;
}

function draw({ times, series, shape, format }: PlotOptions, element: HTMLElement): uPlot {
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
      cursor: { drag: { x: false, y: false } },
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
    [times.map((time) => time / 1_000), ...series.map(({ values }) => [...values])],
    element,
  );
}

const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** A day for a bar, a time of day for a line; `at` in seconds. */
function nameOf(at: number, shape: PlotOptions["shape"]): string {
  return shape === "bars" ? days.format(at * 1_000) : clockTime(at * 1_000);
}
