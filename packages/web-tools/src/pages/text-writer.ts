/** Joins the texts of a page: white space counts once, and blocks stand on lines of their own. */
export class TextWriter {
  readonly #pieces: string[] = [];
  #lines = 0;
  #hasSpace = false;

  /** How much has been written, for `from`. */
  get position(): number {
    return this.#pieces.length;
  }

  /** Adds text as a browser shows it. */
  add(text: string): void {
    const words = text.trim();
    if (/^\s/.test(text)) this.#hasSpace = true;
    if (words === "") return;
    this.#push(words.replace(/\s+/g, " "));
    this.#hasSpace = /\s$/.test(text);
  }

  /** Adds text with its white space, as that of code. */
  addExact(text: string): void {
    if (text !== "") this.#push(text);
  }

  /** What follows begins a new line, with an empty one before it for `2`. */
  breakLine(lines: 1 | 2 = 1): void {
    this.#lines = Math.max(this.#lines, lines);
  }

  #push(text: string): void {
    if (this.#pieces.length > 0) {
      if (this.#lines > 0) this.#pieces.push("\n".repeat(this.#lines));
      else if (this.#hasSpace) this.#pieces.push(" ");
    }
    this.#pieces.push(text);
    this.#lines = 0;
    this.#hasSpace = false;
  }

  /** The text that was written between two positions. */
  between(start: number, end?: number): string {
    return this.#pieces.slice(start, end).join("").trim();
  }
}
