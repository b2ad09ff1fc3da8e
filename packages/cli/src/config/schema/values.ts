import { z } from "zod";

/** A text that is not empty. */
export const name = z.string().min(1);
/** A whole number above 0. */
export const whole = z.int().min(1);
/** A time that a timer of Node can wait. */
export const milliseconds = z.number().positive().max(2_147_483_647);
/** The same in whole numbers. */
export const wholeMilliseconds = z.int().min(1).max(2_147_483_647);
/** A time that no single timer waits for, so that it may be longer. */
export const duration = z.number().positive();
/** A delay, which may be 0. */
export const delay = z.number().min(0);

/** A secret of at least so many characters. */
export function secret(length: number) {
  return z.string().regex(new RegExp(`^[\\x21-\\x7e]{${length},}$`), {
    error: `must be at least ${length} visible ASCII characters without spaces`,
  });
}

const timeoutShape = {
  firstEvent: milliseconds.optional(),
  betweenEvents: milliseconds.optional(),
  total: milliseconds.optional(),
};

/** How long a model may take. */
export const timeout = z.strictObject(timeoutShape).meta({ id: "TimeoutConfig" });

/** How long an upstream may take. */
export const upstreamTimeouts = z
  .strictObject({ ...timeoutShape, connect: milliseconds.optional() })
  .meta({ id: "UpstreamTimeoutsConfig" });

const dollars = z.number().min(0).max(1_000);
const tokenPrices = {
  input: dollars,
  output: dollars,
  cacheRead: dollars.optional(),
  cacheWrite: dollars.optional(),
  cacheWriteLong: dollars.optional(),
};
const factor = z.number().min(0).max(100);
const priceShape = {
  ...tokenPrices,
  longContext: z.strictObject({ ...tokenPrices, above: whole }).optional(),
  accepts: z.record(name, z.union([factor, z.record(name, factor)])).optional(),
  mediaTokens: z.strictObject({ image: whole.optional(), other: whole.optional() }).optional(),
};

/** The prices of a model. */
export const prices = z.union([
  z.strictObject(priceShape),
  z.array(z.strictObject({ ...priceShape, from: name })).min(1),
]);
