import * as z from "zod/mini";

/** Any JSON object. */
export const anyObject = z.looseObject({});

/** Asks the prompt cache to keep everything up to this point for the time in `ttl`. */
export const cacheControl = z.looseObject({ type: z.string(), ttl: z.nullish(z.string()) });
