import type { Steps } from "@diglot/core/formats";

const [cr, lf, dash, space, tab] = [0x0d, 0x0a, 0x2d, 0x20, 0x09];
/** Bytes that are looked at in one step. */
const bytesPerStep = 1024 * 1024;

/** A boundary in a body: where its line begins, and where what follows it does. */
export interface BoundaryLine {
  readonly start: number;
  readonly end: number;
  /** Whether it is the last one, which ends in two dashes. */
  readonly isLast: boolean;
}

/**
 * The lines of a body that are boundaries, in their order, and at most `most` of them. Each byte is looked at twice at most: a boundary
 * holds no line break, so a comparison that fails ends before the next one can begin.
 */
export function* scanBoundaries(
  bytes: Uint8Array,
  boundary: Uint8Array,
  most: number,
): Steps<readonly BoundaryLine[]> {
  const found: BoundaryLine[] = [];
  let rest = bytesPerStep;
  for (let at = -2; at < bytes.length; at++) {
    const line = beginsLine(bytes, at) ? readBoundary(bytes, at + 2, boundary) : undefined;
    if (line) {
      found.push({ ...line, start: Math.max(0, at) });
      if (line.isLast || found.length === most) break;
      // The line break of an empty part belongs to the next boundary.
      at = line.end - 3;
    }
    rest -= 1;
    if (rest > 0) continue;
    rest = bytesPerStep;
    yield;
  }
  return found;
}

/** The first line of a body has no line break before it. */
function beginsLine(bytes: Uint8Array, at: number): boolean {
  return at === -2 || (bytes[at] === cr && bytes[at + 1] === lf);
}

function readBoundary(
  bytes: Uint8Array,
  start: number,
  boundary: Uint8Array,
): Omit<BoundaryLine, "start"> | undefined {
  for (let index = 0; index < boundary.length; index++) {
    if (bytes[start + index] !== boundary[index]) return undefined;
  }
  let end = start + boundary.length;
  const isLast = bytes[end] === dash && bytes[end + 1] === dash;
  if (isLast) return { end: end + 2, isLast };
  while (bytes[end] === space || bytes[end] === tab) end += 1;
  if (bytes[end] !== cr || bytes[end + 1] !== lf) return undefined;
  return { end: end + 2, isLast };
}
