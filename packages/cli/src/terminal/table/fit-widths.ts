/** What separates two columns. */
export const gap = "  ";

/** A column whose texts are measured. */
export interface Measured {
  readonly width: number;
  /** What a column that may shrink keeps. */
  readonly least: number;
  readonly canShrink: boolean;
}

/**
 * The widths of columns that fit into `most` columns of a terminal, with the gaps between them. What is
 * too much is taken from the widest columns that may shrink, one step at a time, as far as they may.
 */
export function fitWidths(columns: readonly Measured[], most: number): readonly number[] {
  const widths = columns.map(({ width }) => width);
  const gaps = gap.length * Math.max(0, columns.length - 1);
  let excess = widths.reduce((sum, width) => sum + width, gaps) - most;
  while (excess > 0) {
    const widest = findWidest(columns, widths);
    if (widest === undefined) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}

/** The position of the widest column that can still shrink. */
function findWidest(columns: readonly Measured[], widths: readonly number[]): number | undefined {
  const candidates = columns.map(({ canShrink, least }, index) => {
    const width = widths[index] ?? 0;
    return canShrink && width > least ? width : 0;
  });
  const widest = Math.max(0, ...candidates);
  return widest === 0 ? undefined : candidates.indexOf(widest);
}
