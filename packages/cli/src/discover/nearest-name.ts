/** The name that is the fewest edits of one character away; of several, the first. */
export function nearestName(asked: string, names: readonly string[]): string | undefined {
  const distances = names.map((name) => countEdits(asked, name));
  return names[distances.indexOf(Math.min(...distances))];
}

/**
 * The name that was probably meant: a third of its characters at most are wrong, and capital letters
 * count as small ones.
 */
export function likelyName(asked: string, names: readonly string[]): string | undefined {
  const lower = names.map((name) => name.toLowerCase());
  const nearest = nearestName(asked.toLowerCase(), lower);
  if (nearest === undefined) return undefined;
  const isLikely = countEdits(asked.toLowerCase(), nearest) <= Math.ceil(asked.length / 3);
  return isLikely ? names[lower.indexOf(nearest)] : undefined;
}

/** How many characters must be added, removed or replaced to make one text of the other. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of [...one].entries()) row = nextRow(row, character, other, index);
  return row[other.length] ?? 0;
}

/** The edits to each beginning of `other` from a text with one more character. */
function nextRow(
  before: readonly number[],
  character: string,
  other: string,
  index: number,
): number[] {
  const row = [index + 1];
  for (let end = 1; end <= other.length; end += 1) {
    const replaced = (before[end - 1] ?? 0) + (character === other[end - 1] ? 0 : 1);
    row.push(Math.min(replaced, (before[end] ?? 0) + 1, (row[end - 1] ?? 0) + 1));
  }
  return row;
}
