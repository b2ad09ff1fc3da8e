/** Which part of a list of accounts is read. */
export interface AccountQuery {
  /** The last id of the previous part. @default from the first account */
  readonly after?: string | undefined;
  /** 1 to 1,000. @default 100 */
  readonly limit?: number | undefined;
}

/**
 * The ids of a part, each once, in the order of Unicode code points. Databases sort by bytes of
 * UTF-8, which is the same order, so parts of several stores can be merged.
 * @throws TypeError for an invalid limit
 */
export function selectAccounts(
  ids: Iterable<string>,
  { after = "", limit }: AccountQuery = {},
): readonly string[] {
  const following = [...new Set(ids)].filter((id) => compareIds(id, after) > 0);
  return following.sort(compareIds).slice(0, checkAccountLimit(limit));
}

/** @throws TypeError for an invalid number */
export function checkAccountLimit(limit = 100): number {
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= 1_000) return limit;
  throw new TypeError("limit must be a whole number from 1 to 1,000.");
}

function compareIds(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const difference = weightOf(one, index) - weightOf(other, index);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Halves of surrogate pairs stand for code points above all others. */
function weightOf(id: string, index: number): number {
  const unit = id.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
