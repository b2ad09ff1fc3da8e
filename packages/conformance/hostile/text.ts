/** Pieces that are joined at once, so that 32 MB of small ones do not need gigabytes. */
const pieceBatch = 10_000;

/**
 * Text of about `size` characters: `before`, as many pieces as fit, separated by commas, and
 * `after`. There is at least one piece.
 */
export function fill(
  size: number,
  before: string,
  toPiece: string | ((index: number) => string),
  after: string,
): string {
  const room = Math.max(1, size - before.length - after.length);
  if (typeof toPiece === "string") {
    const count = Math.max(1, Math.floor(room / (toPiece.length + 1)));
    return `${before}${`${toPiece},`.repeat(count - 1)}${toPiece}${after}`;
  }
  return `${before}${joinPieces(room, toPiece)}${after}`;
}

function joinPieces(room: number, toPiece: (index: number) => string): string {
  const batches: string[] = [];
  let batch: string[] = [];
  for (let index = 0, length = 0; index === 0 || length < room; index++) {
    const piece = toPiece(index);
    length += piece.length + 1;
    batch.push(piece);
    if (batch.length < pieceBatch) continue;
    batches.push(batch.join(","));
    batch = [];
  }
  return [...batches, ...(batch.length > 0 ? [batch.join(",")] : [])].join(",");
}

/** A string of JSON of about `size` bytes that repeats one piece, which is written as it is. */
export function longString(size: number, piece: string): string {
  const { length } = new TextEncoder().encode(piece);
  return `"${piece.repeat(Math.max(1, Math.floor(size / length)))}"`;
}
