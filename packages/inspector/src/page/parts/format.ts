import type { RequestSummary } from "../../wire.js";

const whole = new Intl.NumberFormat("en-US");
const cents = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const nanosPerDollar = 1e9;

/** A count, with separators; a dash for none. */
export function count(value: number | undefined): string {
  return value === undefined ? "–" : whole.format(value);
}

/** Nano-dollars as dollars: to the cent from a dollar on, to six decimals below, so that they align. */
export function dollars(nanos: number | null | undefined): string {
  if (nanos === undefined || nanos === null) return "–";
  const value = nanos / nanosPerDollar;
  const size = Math.abs(value);
  if (size === 0) return "$0";
  return `$${size >= 1 ? cents.format(value) : value.toFixed(6)}`;
}

/** The same, for a sentence: without zeros at the end. */
export function shortDollars(nanos: number | null | undefined): string {
  return dollars(nanos)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}

/** A duration in the unit that fits. */
export function duration(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return "–";
  if (milliseconds === 0) return "0 ms";
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(2)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The time of day, to the second. */
export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString("en-GB");
}

/** The time of day, to the millisecond. */
export function exactTime(at: number): string {
  return `${clockTime(at)}.${String(Math.floor(at % 1_000)).padStart(3, "0")}`;
}

/** A day and the time of day, to the minute. */
export function dayTime(time: string | null): string {
  return time === null ? "–" : time.slice(0, 16).replace("T", " ");
}

/** Bytes in the unit that fits. */
export function byteSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 2 ** 20) return `${(bytes / 1_024).toFixed(1)} KiB`;
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

/** A format, and what else a request is than a plain call of a model: `messages, stream`. */
export function describeFormat(
  format: string,
  { stream, operation }: Pick<RequestSummary, "stream" | "operation">,
): string {
  const kind = operation === "generate" ? "" : `, ${plain(operation)}`;
  return `${format}${stream ? ", stream" : ""}${kind}`;
}

/** What is grouped by, in words. A caller has a key, or is known by the host: both have the id of a key. */
export function nameOfGrouping(grouping: string): string {
  return grouping === "key" ? "caller" : grouping;
}

/** A word of the service, as words. */
export function plain(word: string): string {
  return word.replaceAll("_", " ");
}
