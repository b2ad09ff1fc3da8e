import * as z from "zod/mini";

/** Any JSON object. */
export const anyObject = z.looseObject({});

/** Asks the prompt cache to keep everything up to this point for the time in `ttl`. */
export const cacheControl = z.looseObject({ type: z.string(), ttl: z.nullish(z.string()) });

/**
 * A word that none of these is. The pattern makes a union exact: an object whose `type` is known must
 * have the members of that type, in JSON Schema too.
 */
export function otherThan(words: Iterable<string>) {
  return z.string().check(z.regex(new RegExp(`^(?!(?:${[...words].join("|")})$)`)));
}
