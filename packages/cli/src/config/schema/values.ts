import type { PriceList, Prices } from "@diglot/core";
import { z } from "zod";
import type { Inferred } from "./inferred.js";

/** A text that is not empty. */
export const name = z.string().min(1);
/** The address of a server. */
export const httpAddress = z.url({
  protocol: /^https?$/,
  error: "must be an http or https address",
});
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
  /** Until its first event. */
  firstEvent: milliseconds.optional(),
  /** Between two events. */
  betweenEvents: milliseconds.optional(),
  /** For the whole reply. */
  total: milliseconds.optional(),
};

/** The schema of `TimeoutConfig`. */
export const timeout = z.strictObject(timeoutShape).meta({ id: "TimeoutConfig" });

/** How long a model may take, in milliseconds. */
export type TimeoutConfig = Inferred<typeof timeout>;

/** The schema of `UpstreamTimeoutsConfig`. */
export const upstreamTimeouts = z
  .strictObject({
    ...timeoutShape,
    /** Until the head of its answer. */
    connect: milliseconds.optional(),
  })
  .meta({ id: "UpstreamTimeoutsConfig" });

/** How long an upstream may take, in milliseconds. */
export type UpstreamTimeoutsConfig = Inferred<typeof upstreamTimeouts>;

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
  units: z.record(name, dollars).optional(),
  mediaTokens: z.strictObject({ image: whole.optional(), other: whole.optional() }).optional(),
};

/** The schema of prices that always apply. */
export const plainPrices: z.ZodType<Prices> = z.strictObject(priceShape);

/** The schema of a model's prices. */
export const prices: z.ZodType<PriceList> = z.union([
  plainPrices,
  z.array(z.strictObject({ ...priceShape, from: name })).min(1),
]);
