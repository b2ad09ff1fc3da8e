import * as z from "zod/mini";

/**
 * Any other word than these. The pattern makes a union exact: an object whose `type` is known must
 * have the members of that type, in JSON Schema too.
 */
export function otherThan(words: Iterable<string>) {
  return z.string().check(z.regex(new RegExp(`^(?!(?:${[...words].join("|")})$)`)));
}
