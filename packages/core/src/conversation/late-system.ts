/**
 * Instructions that stand where an upstream takes none, as text of the user's turn in one fixed
 * tag. The same words always become the same text, so that prompt caches hold.
 */
export function wrapLateSystem(text: string): string {
  return `<system-instructions>\n${text}\n</system-instructions>`;
}
