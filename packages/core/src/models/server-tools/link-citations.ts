import type { WebCitation } from "../../conversation/events.js";
import type { ServerToolOutcome } from "../../conversation/server-tools.js";

/** A page that may be cited. */
interface Source {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/** A citation, and the beginning of the text that it cites. */
export interface FoundCitation {
  readonly web: WebCitation;
  readonly text: string;
}

/** The most characters of a link. What is longer is not recognised. */
const longestLink = 2_500;
/** The most characters of a cited text, as in the Messages API. */
const longestQuote = 150;

/** Finds in the text of a reply the Markdown links to pages that its tools have found. */
export class LinkCitations {
  readonly #sources = new Map<string, Source>();
  #text = "";
  /** How many characters of the block have been forgotten. */
  #before = 0;

  /** Makes known what a call has found. */
  add(outcome: ServerToolOutcome): void {
    if (outcome.type === "results") for (const result of outcome.results) this.#addSource(result);
    if (outcome.type === "page") {
      const { url, title = url, text } = outcome.page;
      this.#addSource({ url, title, text });
    }
  }

  #addSource(source: Source): void {
    this.#sources.set(toKey(source.url), source);
  }

  /** Begins the next block of text. */
  begin(): void {
    this.#text = "";
    this.#before = 0;
  }

  /** The citations that are complete with this piece of the block. */
  push(piece: string): readonly FoundCitation[] {
    if (this.#sources.size === 0) return [];
    this.#text += piece;
    if (!piece.includes(")")) return [];
    const links = [
      ...this.#text.matchAll(/\[([^[\]\n]{1,400})\]\((https?:\/\/[^\s()]{1,2048})\)/g),
    ];
    const found = links.flatMap(({ 0: link, 2: url = "", index }) => this.#cite(url, index, link));
    const last = links.at(-1);
    const read = last ? last.index + last[0].length : 0;
    this.#forget(Math.max(read, this.#text.length - longestLink));
    return found;
  }

  #cite(url: string, index: number, link: string): readonly FoundCitation[] {
    const source = this.#sources.get(toKey(url));
    if (!source) return [];
    const start = this.#before + index;
    const range = { start, end: start + link.length };
    const web = { url: source.url, title: source.title, range };
    return [{ web, text: source.text.slice(0, longestQuote) }];
  }

  #forget(characters: number): void {
    this.#text = this.#text.slice(characters);
    this.#before += characters;
  }
}

/** Models write addresses with and without a slash at the end. */
function toKey(url: string): string {
  return url.replace(/\/$/, "");
}
