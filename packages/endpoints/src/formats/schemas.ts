import * as z from "zod/mini";

/** A text that is not empty. */
export const filled = z.string().check(z.minLength(1));

/** A whole number above 0 that may be absent. */
export const count = z.nullish(z.int().check(z.minimum(1)));

/** A text that may be absent. */
export const text = z.nullish(z.string());

/** A switch that may be absent. */
export const flag = z.nullish(z.boolean());

/** The number of a token. */
const token = z.int().check(z.minimum(0));

/** One text or several, each of which may be a list of tokens instead. */
export const texts = z.union([
  filled,
  z.array(z.string()).check(z.minLength(1)),
  z.array(token).check(z.minLength(1)),
  z.array(z.array(token).check(z.minLength(1))).check(z.minLength(1)),
]);

/** What such a member must be, in the words of errors. */
export const textForms =
  "a string that is not empty, an array of strings, an array of integers, or an array of arrays of integers";

/** A file of a form. */
export const uploaded = z.looseObject({ filename: z.string(), bytes: z.number() });

/** What such a field must be, in the words of errors. */
export const fileForm = "a file";
