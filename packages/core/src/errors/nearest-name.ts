/**
 * The known name that a mistyped one probably means: at most a third of its characters are wrong,
 * missing, too many or swapped with a neighbour. Capital letters count as small ones.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.slice(0, longest).toLowerCase();
  let nearest: string | undefined;
  let fewest = Math.ceil(wanted.length / 3) + 1;
  for (const candidate of known) {
    const distance = distanceOf(wanted, candidate.slice(0, longest).toLowerCase());
    if (distance < fewest) [nearest, fewest] = [candidate, distance];
  }
  return nearest;
}

/** Names come from callers; the time for a comparison grows with the product of both lengths. */
const longest = 64;

/** The number of edits between two texts: the optimal string alignment distance. */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, above] = [above, current];
  }
  return above[other.length] ?? 0;
}
