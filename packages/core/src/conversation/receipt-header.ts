import type { ReceiptEntry } from "./receipt.js";

/** The header that tells a caller what a translation lost. */
export const receiptHeader = "x-diglot-receipt";

const maximumLength = 1024;

/**
 * The losses as one bounded header: a list of `dropped;p="/seed"`, of all that was dropped or
 * approximated, then `more;n=7` for those that did not fit. It holds places in the body, never
 * values.
 */
export function receiptHeaders(
  entries: readonly ReceiptEntry[],
): readonly (readonly [name: string, value: string])[] {
  const items = entries.filter(({ code }) => code !== "reshaped").map(toItem);
  return items.length === 0 ? [] : [[receiptHeader, joinBounded(items)]];
}

function toItem({ code, direction, at }: ReceiptEntry): string {
  const place = `;p="${toPrintable(at)}"`;
  return direction === "reply" ? `${code}${place};reply` : `${code}${place}`;
}

/** Names of members come from the caller; only those that cannot break a header go out as they are. */
function toPrintable(pointer: string): string {
  return pointer.replace(/[^\w/.~$-]/g, "?").slice(0, 200);
}

function joinBounded(items: readonly string[]): string {
  let text = "";
  for (const [index, item] of items.entries()) {
    const longer = text === "" ? item : `${text}, ${item}`;
    const rest = `, more;n=${items.length - index}`;
    if (longer.length + rest.length > maximumLength)
      return `${text}${text === "" ? rest.slice(2) : rest}`;
    text = longer;
  }
  return text;
}
