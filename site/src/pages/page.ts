/** A page of the site in Markdown. */
export interface Page {
  /** Its path on the site, such as `docs/gateway.md`. */
  readonly path: string;
  readonly text: string;
}

/** Where a document of the repository is on the site: `README.md` is the index of its folder. */
export function toSitePath(source: string): string {
  return source.replace(/(^|\/)README\.md$/, "$1index.md");
}

/** The first heading of a page without marks, otherwise its path. */
export function titleOf({ path, text }: Page): string {
  const [, heading] = /^# (.+)$/m.exec(text) ?? [];
  return heading?.replace(/[`*\\]/g, "") ?? path;
}

/** The address of a page from the root of the site, without its ending. */
export function addressOf(path: string): string {
  return `/${path.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, "")}`;
}

/** The first paragraph after the heading, as plain text. */
export function summaryOf({ text }: Page): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => paragraph.trim());
  const first = paragraphs.find((paragraph) => /^[\p{L}`*[]/u.test(paragraph)) ?? "";
  return first
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*/g, "")
    .replace(/\s+/g, " ");
}
