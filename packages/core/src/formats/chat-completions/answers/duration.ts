/**
 * A duration as the wire writes it: `120ms`, `54s`, `45.175s`, `1m26.4s`, `6m0s`; `0s` for what is
 * over.
 */
export function toDuration(milliseconds: number): string {
  const whole = Math.max(Math.ceil(milliseconds), 0);
  if (whole === 0) return "0s";
  if (whole < 1000) return `${whole}ms`;
  const minutes = Math.floor(whole / 60_000);
  const seconds = `${(whole % 60_000) / 1000}s`;
  return minutes === 0 ? seconds : `${minutes}m${seconds}`;
}
