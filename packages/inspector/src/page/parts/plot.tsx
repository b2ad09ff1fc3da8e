import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import { draw, height } from "./draw.js";
import { Figure, type Legend } from "./figure.js";
import { pointAfter, readPoint } from "./reading.js";

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
  /** Whether the series stand on one another, the first one at the top. */
  readonly isStacked?: boolean | undefined;
  /** Writes a value beside the axis. */
  readonly format: (value: number) => string;
  /** Writes the value of a point. @default format */
  readonly read?: ((value: number) => string) | undefined;
}

const dark = window.matchMedia("(prefers-color-scheme: dark)");

/** Draws a plot as wide as its place, in the colours of the page. */
export function Plot(options: PlotOptions) {
  const { title, series, times } = options;
  return (
    <Figure title={title} legend={series}>
      {times.length === 0 ? (
        <div>
          <p class="quiet empty">Nothing yet.</p>
        </div>
      ) : (
        <Points {...options} />
      )}
    </Figure>
  );
}

/** The points of a plot. The one at the pointer is read, or the one that the arrow keys have chosen. */
function Points(options: PlotOptions) {
  const { title, times } = options;
  const last = times.length - 1;
  const chosen = useSignal<number | undefined>(undefined);
  const { place, show } = useDrawing(options, (index) => {
    chosen.value = index;
  });
  const index = Math.min(chosen.value ?? last, last);
  const text = readPoint(options, index);
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = pointAfter(event.key, index, times.length);
    if (wanted === undefined) return;
    event.preventDefault();
    show(wanted);
  };
  return (
    <>
      <div
        ref={place}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={text}
        onKeyDown={onKeyDown}
        onFocus={() => show(index)}
        onBlur={() => show(undefined)}
      />
      <p class="quiet reading" aria-hidden="true">
        {text}
      </p>
    </>
  );
}

/** A drawing in a place, and how its cursor is put to a point or away. */
function useDrawing(options: PlotOptions, point: (index: number | undefined) => void) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const redraw = () => {
      plot.current?.destroy();
      plot.current = draw(options, element, point);
    };
    redraw();
    const observer = new ResizeObserver(() => {
      plot.current?.setSize({ width: element.clientWidth, height });
    });
    observer.observe(element);
    dark.addEventListener("change", redraw);
    return () => {
      observer.disconnect();
      dark.removeEventListener("change", redraw);
      plot.current?.destroy();
    };
  }, [options]);
  const show = (index: number | undefined) => {
    const at = options.times[index ?? -1];
    const left = at === undefined ? -1 : (plot.current?.valToPos(at / 1_000, "x") ?? -1);
    plot.current?.setCursor({ left, top: left < 0 ? -1 : 1 });
  };
  return { place, show };
}
