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

/** Where somebody stands in a list. */
export interface Position {
  /** The chosen row; -1 for none. */
  readonly index: number;
  readonly rows: number;
  /** How many rows are visible. */
  readonly visible: number;
}

/** The row to which a key moves; `undefined` for a key that does not move, and in an empty list. */
export function rowAfter(key: string, { index, rows, visible }: Position): number | undefined {
  const page = Math.max(1, visible - 1);
  const moves = new Map([
    ["ArrowDown", index + 1],
    ["ArrowUp", index - 1],
    ["PageDown", index + page],
    ["PageUp", index - page],
    ["Home", 0],
    ["End", rows - 1],
  ]);
  const wanted = moves.get(key);
  if (wanted === undefined || rows === 0) return undefined;
  return Math.min(rows - 1, Math.max(0, wanted));
}
