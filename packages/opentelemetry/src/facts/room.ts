/** What stands at the end of a text that was cut. */
export const cutMark = "…";

/** Room for the texts of one attribute. Texts that come from outside may have any length. */
export class Room {
  #left: number;

  /** @param characters of all texts together */
  constructor(characters: number) {
    this.#left = characters;
  }

  /** The characters for which there is room. */
  get left(): number {
    return this.#left;
  }

  /** The beginning of a text, as far as there is room for it, with a mark where it was cut. */
  take(text: string): string {
    return this.takeFor(text, text);
  }

  /**
   * The same for a text that is shown in place of another one. It takes the room of the other one, so
   * that no more is looked at than there is room for; an empty one takes the room of a character.
   */
  takeFor(original: string, shown: string): string {
    const left = this.#left;
    this.#left = Math.max(left - Math.max(original.length, 1), 0);
    if (left === 0) return "";
    return shown.length <= left ? shown : shown.slice(0, left) + cutMark;
  }
}
