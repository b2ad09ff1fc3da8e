import * as z from "zod/mini";

/**
 * A list whose items are checked later, one by one. zod would visit and copy all of them before
 * anything can tell that there are too many.
 */
export function anyList<Item = unknown>() {
  return z.custom<readonly Item[]>().check((payload) => {
    const input: unknown = payload.value;
    if (Array.isArray(input)) return;
    payload.issues.push({ code: "invalid_type", expected: "array", input });
  });
}
