import * as z from "zod/mini";

/**
 * A list whose items are checked later, one by one. zod would visit and copy them, even if any item is
 * right, before anything can tell that there are too many.
 */
export const anyList = z.custom<readonly unknown[]>().check((payload) => {
  const input: unknown = payload.value;
  if (!Array.isArray(input))
    payload.issues.push({ code: "invalid_type", expected: "array", input });
});
