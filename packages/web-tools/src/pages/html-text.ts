import { Tokenizer } from "htmlparser2";
import { TextWriter } from "./text-writer.js";

/** Elements whose content says nothing to a reader. */
const silent = new Set(["script", "style", "noscript", "template", "svg", "nav"]);

/** Elements that begin a line, and the empty lines before it. */
const blocks: ReadonlyMap<string, 1 | 2> = new Map([
  ...["br", "div", "dd", "dt", "hr", "li", "ol", "tr", "ul"].map((name) => [name, 1] as const),
  ...["article", "aside", "blockquote", "footer", "form", "header", "main"].map(
    (name) => [name, 2] as const,
  ),
  ...["h1", "h2", "h3", "h4", "h5", "h6", "p", "pre", "section", "table"].map(
    (name) => [name, 2] as const,
  ),
]);

const cells = new Set(["td", "th"]);

/**
 * The text of a page in HTML, and its title. Whoever writes the page chooses its structure, so no tree is made
 * of it: elements are only counted, and the work grows with the length of the page however they are nested.
 */
export function readHtml(html: string): { readonly title: string; readonly text: string } {
  const reader = new HtmlReader(html);
  const tokens = new Tokenizer({ xmlMode: false, decodeEntities: true }, reader);
  tokens.write(html);
  tokens.end();
  return { title: reader.title.trim().replace(/\s+/g, " "), text: reader.text };
}

/** Takes the tokens of a page, whose places are offsets in it. */
class HtmlReader {
  readonly #html: string;
  readonly #writer = new TextWriter();
  title = "";
  #tag = "";
  #attribute = "";
  #href = "";
  /** The address of the link that is open. */
  #link = "";
  #linkFrom = 0;
  #silent = 0;
  #exact = 0;
  #isTitle = false;
  #main: { readonly start: number; readonly end?: number } | undefined;

  constructor(html: string) {
    this.#html = html;
  }

  /** The text of the main part of the page, if it has one. */
  get text(): string {
    const main = this.#main && this.#writer.between(this.#main.start, this.#main.end);
    return main || this.#writer.between(0);
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#href = "";
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#html.slice(start, end).toLowerCase();
  }

  onattribdata(start: number, end: number): void {
    if (this.#tag === "a" && this.#attribute === "href") this.#href += this.#html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    if (this.#tag === "a" && this.#attribute === "href") {
      this.#href += String.fromCodePoint(codePoint);
    }
  }

  onopentagend(): void {
    const tag = this.#tag;
    if (silent.has(tag)) this.#silent += 1;
    if (tag === "title" && this.title === "") this.#isTitle = true;
    if (tag === "pre") this.#exact += 1;
    this.#breakAt(tag);
    if (tag === "main" && !this.#main) this.#main = { start: this.#writer.position };
    if (tag === "a" && /^https?:/i.test(this.#href)) {
      this.#link = this.#href;
      this.#linkFrom = this.#writer.position;
    }
  }

  onselfclosingtag(): void {
    this.#breakAt(this.#tag);
  }

  onclosetag(start: number, end: number): void {
    const tag = this.#html.slice(start, end).toLowerCase();
    if (silent.has(tag)) this.#silent = Math.max(0, this.#silent - 1);
    if (tag === "title") this.#isTitle = false;
    if (tag === "pre") this.#exact = Math.max(0, this.#exact - 1);
    if (tag === "a") this.#endLink();
    if (tag === "main" && this.#main && this.#main.end === undefined) {
      this.#main = { ...this.#main, end: this.#writer.position };
    }
    this.#breakAt(tag);
  }

  ontext(start: number, end: number): void {
    this.#say(this.#html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.#say(String.fromCodePoint(codePoint));
  }

  #say(text: string): void {
    if (this.#isTitle) this.title += text;
    else if (this.#silent > 0) return;
    else if (this.#exact > 0) this.#writer.addExact(text);
    else this.#writer.add(text);
  }

  /** Models follow links, so an address stands behind its text. */
  #endLink(): void {
    const link = this.#link;
    this.#link = "";
    if (link === "" || this.#silent > 0 || this.#writer.position === this.#linkFrom) return;
    this.#writer.add(` [${link}]`);
  }

  #breakAt(tag: string): void {
    const lines = blocks.get(tag);
    if (lines) this.#writer.breakLine(lines);
    else if (cells.has(tag)) this.#writer.add(" ");
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onattribend(): void {}
  onend(): void {}
}
