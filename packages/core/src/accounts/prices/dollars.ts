const nanoDollarsPerDollar = 1_000_000_000;

/** What `toUsd` writes. */
export const usdText = /^-?\d+\.\d{9}$/;
/** What `fromUsd` reads, but for more than 9 million dollars. */
export const usdForm = /^(-?)(\d{1,7})(?:\.(\d{1,9}))?$/;

/** Nano-dollars as a decimal number of dollars, exactly: `-1234567` is `"-0.001234567"`. */
export function toUsd(nanoDollars: number): string {
  const digits = String(Math.abs(nanoDollars)).padStart(10, "0");
  return `${nanoDollars < 0 ? "-" : ""}${digits.slice(0, -9)}.${digits.slice(-9)}`;
}

/** Nano-dollars as a JSON number of dollars, rounded where a number is not exact. */
export function toDollars(nanoDollars: number): number {
  return nanoDollars / nanoDollarsPerDollar;
}

/**
 * Reads dollars, such as `12.5` or `"-0.000000001"`, as nano-dollars; `undefined` for more than nine
 * decimals, more than 9 million dollars, or anything that is not a decimal number.
 */
export function fromUsd(usd: unknown): number | undefined {
  if (typeof usd !== "string" && typeof usd !== "number") return undefined;
  const [, sign, whole, decimals = ""] = usdForm.exec(String(usd)) ?? [];
  if (whole === undefined) return undefined;
  const nanoDollars = Number(whole + decimals.padEnd(9, "0"));
  if (!Number.isSafeInteger(nanoDollars)) return undefined;
  return sign === "-" && nanoDollars > 0 ? -nanoDollars : nanoDollars;
}
