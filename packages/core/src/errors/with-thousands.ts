/**
 * A whole number in English, such as `10,000`. `toLocaleString` would load every locale that the
 * runtime knows when it is first called, which holds up the process for many milliseconds.
 */
export function withThousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
