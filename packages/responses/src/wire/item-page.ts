/** The number of items of a page, if the caller names none, and the most that it can name. */
export const defaultLimit = 20;
export const highestLimit = 100;

/** The orders of a list. */
export const orders = ["asc", "desc"] as const;
