/**
 * The place that a cursor names; 0, before everything, for none.
 * @throws TypeError for a text that no page has ended with
 */
export function toPlace(after = "0"): number {
  if (/^\d{1,15}$/.test(after)) return Number(after);
  throw new TypeError("after must be `next` of the previous page.");
}
