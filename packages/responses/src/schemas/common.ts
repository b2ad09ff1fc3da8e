import * as z from "zod/mini";

/** Any JSON object. */
export const anyObject = z.looseObject({});

/** A text that may be absent. */
export const text = z.nullish(z.string());

/** A switch that may be absent. */
export const flag = z.nullish(z.boolean());

/** The members common to all objects that their `type` distinguishes. */
export const tagged = z.looseObject({ type: z.string() });
