/** The part of a long list that is worth drawing. */
export interface ListWindow {
  readonly first: number;
  /** Behind the last one. */
  readonly end: number;
}

/** Rows beyond the edges, so that none is missing while one scrolls. */
const margin = 8;

/** The rows that are visible, and some more. */
export function visibleRows(
  rows: number,
  rowHeight: number,
  { top, height }: { readonly top: number; readonly height: number },
): ListWindow {
  const first = Math.max(0, Math.floor(top / rowHeight) - margin);
  const end = Math.min(rows, Math.ceil((top + height) / rowHeight) + margin);
  return { first: Math.min(first, end), end };
}
