import * as z from "zod/mini";

/** Any JSON object. */
export const anyObject = z.looseObject({});

/** A text that may be absent. */
export const text = z.nullish(z.string());

/** The members common to all objects that their `type` distinguishes. */
export const tagged = z.looseObject({ type: z.string() });

/** The name of a tool or a function. */
export const toolName = z.string().check(z.minLength(1, { abort: true }));

/** What is known of a tool by its name alone. */
export const named = z.looseObject({ name: toolName });
