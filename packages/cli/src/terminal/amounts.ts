const nanosPerDollar = 1_000_000_000n;
const whole = new Intl.NumberFormat("en-US");

/** A whole number with its thousands apart: `1,234,567`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** How many decimals show all these amounts exactly, at least two. */
export function decimalsOf(nanoDollars: readonly (bigint | number)[]): number {
  const needed = nanoDollars.map((amount) => toDecimal(amount).replace(/^[^.]*\.|0+$/g, "").length);
  return Math.max(2, ...needed);
}

/** An amount in dollars with this many decimals; by default with as many as it needs, at least two. */
export function formatDollars(
  nanoDollars: bigint | number,
  decimals = decimalsOf([nanoDollars]),
): string {
  return toDecimal(nanoDollars).slice(0, decimals - 9 || undefined);
}

/** With all nine decimals. */
function toDecimal(nanoDollars: bigint | number): string {
  const amount = BigInt(nanoDollars);
  const size = amount < 0n ? -amount : amount;
  const cents = String(size % nanosPerDollar).padStart(9, "0");
  return `${amount < 0n ? "-" : ""}${(size / nanosPerDollar).toLocaleString("en-US")}.${cents}`;
}
