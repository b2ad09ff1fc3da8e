import { toPlainLine } from "@diglot/core/redaction";

/** Characters that fit on one line of any terminal, so that the line can be removed. */
const lineLength = 78;

/** The line that is shown while servers are asked; empty: none is. */
export function sayAsked(baseUrls: readonly string[]): string {
  if (baseUrls.length === 0) return "";
  return toPlainLine(`Asking ${baseUrls.join(", ")}`, lineLength);
}
