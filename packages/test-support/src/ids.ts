import type { Ids } from "@diglot/core";

/** Ids that count up, so that they are the same in every run. */
export function countingIds(): Ids {
  let count = 0;
  return { create: (prefix, length = 0) => prefix + String(++count).padStart(length, "0") };
}

/** Ids without a number, for what may be asked more than once. */
export const fixedIds: Ids = { create: (prefix) => `${prefix}fixed` };
