/** A text of at most so many characters; of a longer one its beginning, and `…`. No character is cut in two. */
export function clip(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : text;
}
