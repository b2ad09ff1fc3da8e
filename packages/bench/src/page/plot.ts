import { toDigits } from "../report/table.ts";
import type { Curve, Series } from "../shared/result.ts";
import { escapeXml } from "../shared/xml.ts";

const [width, height] = [760, 400];
const area = { left: 70, right: 730, top: 80, bottom: 340 };

const style = `  <style>
    .card { fill: #ffffff; stroke: #d0d7de; }
    .title { fill: #1f2328; font-size: 16px; font-weight: 600; }
    .text { fill: #424a53; font-size: 13px; }
    .axis { stroke: #59636e; stroke-width: 1.2; }
    .grid { stroke: #d0d7de; stroke-width: 1; }
    .line { fill: none; stroke-width: 2; }
    .s0 { stroke: #0969da; fill: #0969da; }
    .s1 { stroke: #bc4c00; fill: #bc4c00; }
    .s2 { stroke: #1a7f37; fill: #1a7f37; }
    .line.s0, .line.s1, .line.s2 { fill: none; }
    @media (prefers-color-scheme: dark) {
      .card { fill: #0d1117; stroke: #30363d; }
      .title { fill: #f0f6fc; }
      .text { fill: #c9d1d9; }
      .axis { stroke: #9da7b3; }
      .grid { stroke: #30363d; }
      .s0 { stroke: #58a6ff; fill: #58a6ff; }
      .s1 { stroke: #ffa657; fill: #ffa657; }
      .s2 { stroke: #56d364; fill: #56d364; }
    }
  </style>`;

/** Where a value is drawn, in pixels. */
interface Scales {
  x(value: number): number;
  y(value: number): number;
  readonly ticks: readonly number[];
}

/** A curve as a plot: a logarithmic axis for what grows, and for each point its median and its range. */
export function toPlot(curve: Curve): string {
  const { title, x, y, series } = curve;
  const scales = scalesOf(series);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description" font-family="system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif">`,
    `  <title id="title">${escapeXml(title)}</title>`,
    `  <desc id="description">${escapeXml(describe(curve))}</desc>`,
    style,
    `  <rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="12" />`,
    label(area.left, 30, title, "title"),
    label(area.left, area.top - 12, y, "text"),
    label((area.left + area.right) / 2, height - 14, x, "text", "middle"),
    ...drawLegend(series),
    ...drawAxes(scales, valuesOf(series)),
    ...series.map((one, index) => drawSeries(one, index, scales)),
    "</svg>\n",
  ].join("\n");
}

function describe({ series }: Curve): string {
  const lines = series.map(({ name, points }) => {
    const values = points.map(([x, { median }]) => `${toDigits(median)} at ${x}`);
    return `${name}: ${values.join(", ")}.`;
  });
  return lines.join(" ");
}

function valuesOf(series: readonly Series[]): readonly number[] {
  const all = series.flatMap(({ points }) => points.map(([x]) => x));
  return [...new Set(all)].sort((one, other) => one - other);
}

/** Zero stands one step to the left of one. */
function scalesOf(series: readonly Series[]): Scales {
  const values = valuesOf(series);
  const toStep = (value: number) => (value === 0 ? -0.5 : Math.log10(value));
  const [first, last] = [toStep(values[0] ?? 1), toStep(values.at(-1) ?? 10)];
  const highest = Math.max(
    ...series.flatMap(({ points }) => points.map(([, { median }]) => median)),
  );
  const step = tickStep(highest);
  const top = step * Math.ceil((1.05 * highest) / step);
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  const { left, right } = area;
  return {
    x: (value) => left + 15 + ((toStep(value) - first) / (last - first)) * (right - left - 30),
    y: (value) => area.bottom - (Math.min(value, top) / top) * (area.bottom - area.top),
    ticks,
  };
}

/** The round number that gives four to ten ticks. */
function tickStep(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest / 4));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => highest / step <= 8) ?? power;
}

function drawLegend(series: readonly Series[]): readonly string[] {
  return series.map(({ name }, index) => {
    const x = area.left + index * 150;
    const mark = `<rect class="s${index}" x="${x}" y="43" width="16" height="4" />`;
    return `  ${mark}\n${label(x + 24, 49, name, "text")}`;
  });
}

function drawAxes({ x, y, ticks }: Scales, values: readonly number[]): readonly string[] {
  const { left, right, bottom } = area;
  return [
    ...ticks.flatMap((tick) => [
      `  <line class="${tick === 0 ? "axis" : "grid"}" x1="${left}" y1="${pixels(y(tick))}" x2="${right}" y2="${pixels(y(tick))}" />`,
      label(left - 8, y(tick) + 4, String(Number(tick.toPrecision(3))), "text", "end"),
    ]),
    ...values.flatMap((value) => [
      `  <line class="axis" x1="${pixels(x(value))}" y1="${bottom}" x2="${pixels(x(value))}" y2="${bottom + 5}" />`,
      label(x(value), bottom + 20, value.toLocaleString("en-US"), "text", "middle"),
    ]),
  ];
}

function drawSeries({ points }: Series, index: number, { x, y }: Scales): string {
  const at = points.map(([value, { median }]) => `${pixels(x(value))},${pixels(y(median))}`);
  const marks = points.flatMap(([value, { median, low, high }]) => [
    `  <line class="line s${index}" x1="${pixels(x(value))}" y1="${pixels(y(low))}" x2="${pixels(x(value))}" y2="${pixels(y(high))}" />`,
    `  <circle class="s${index}" cx="${pixels(x(value))}" cy="${pixels(y(median))}" r="3" />`,
  ]);
  return [`  <polyline class="line s${index}" points="${at.join(" ")}" />`, ...marks].join("\n");
}

function label(x: number, y: number, text: string, kind: string, anchor = "start"): string {
  return `  <text class="${kind}" x="${pixels(x)}" y="${pixels(y)}" text-anchor="${anchor}">${escapeXml(text)}</text>`;
}

function pixels(value: number): string {
  return String(Number(value.toFixed(1)));
}
