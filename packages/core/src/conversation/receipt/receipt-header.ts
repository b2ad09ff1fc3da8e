import type { ReceiptEntry } from "./receipt.js";

/** The header that lists what a translation lost. */
export const receiptHeader = "x-diglot-receipt";

const maximumLength = 1024;

/**
 * The losses as one header of limited length: an item such as `dropped;p="/seed"` for everything
 * that was dropped or approximated, then `more;n=7` for the items that did not fit. It holds places
 * in the body, never values.
 */
export function receiptHeaders(
  entries: readonly ReceiptEntry[],
): readonly (readonly [name: string, value: string])[] {
  const losses = entries.filter(({ code }) => code !== "reshaped");
  return losses.length === 0 ? [] : [[receiptHeader, joinBounded(losses)]];
}

function toItem({ code, direction, at }: ReceiptEntry): string {
  const place = `;p="${toPrintable(at)}"`;
  return direction === "reply" ? `${code}${place};reply` : `${code}${place}`;
}

/** Member names come from the caller. Only names that cannot break a header are written unchanged. */
function toPrintable(pointer: string): string {
  return pointer.slice(0, 200).replace(/[^\w/.~$-]/g, "?");
}

function joinBounded(losses: readonly ReceiptEntry[]): string {
  let text = "";
  for (const [index, loss] of losses.entries()) {
    const item = toItem(loss);
    const longer = text === "" ? item : `${text}, ${item}`;
    const rest = `, more;n=${losses.length - index}`;
    if (longer.length + rest.length > maximumLength)
      return `${text}${text === "" ? rest.slice(2) : rest}`;
    text = longer;
  }
  return text;
}
