/** A number that was measured in several rounds. */
export interface Measured {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** One line of the table. */
export interface Row {
  readonly section: string;
  readonly title: string;
  /** What the own figure is, such as `µs CPU`. */
  readonly unit: string;
  /** Diglot's own figure on this machine. It says little elsewhere. */
  readonly own: Measured;
  /** What it is compared with. Absent: the figure stands alone. */
  readonly reference?: string | undefined;
  /** How often the reference fits into Diglot's figure. */
  readonly ratio?: Measured | undefined;
  /** The same ratio of the compared build. */
  readonly before?: Measured | undefined;
}

/** A line of a plot. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: Measured])[];
}

/** How a figure grows with something. */
export interface Curve {
  readonly id: string;
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
}

/** All that one run has measured. */
export interface Result {
  readonly machine: string;
  readonly rounds: number;
  readonly rows: readonly Row[];
  readonly curves: readonly Curve[];
  /** What could not be measured, and why. */
  readonly skipped: readonly string[];
}

/** The median of the rounds, with their range. */
export function summarise(values: readonly number[]): Measured {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const [lower, upper] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return { median: (at(lower) + at(upper)) / 2, low: at(0), high: at(sorted.length - 1) };
}
