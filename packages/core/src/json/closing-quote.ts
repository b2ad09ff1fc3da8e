/** The place of the quote that closes the JSON string opened at `start`; `undefined` if it stays open. */
export function findClosingQuote(text: string, start: number): number | undefined {
  for (let index = start + 1; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === "\\") index++;
    else if (character === '"') return index;
  }
  return undefined;
}
