/** A text of at most so many UTF-16 units; of a longer one the beginning, and an ellipsis. */
export function clip(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
