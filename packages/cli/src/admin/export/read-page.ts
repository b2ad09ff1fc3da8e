import type { RowFormat } from "../options.js";

/** How many rows a page has. A text of CSV may have line breaks, between quotation marks. */
export function countRows(page: string, format: RowFormat): number {
  if (format === "ndjson") return countLines(page);
  return countLines(page.replaceAll(/"[^"]*"/g, "")) - 1;
}

/** A page as it continues a file. No name of a column has a line break. */
export function withoutHeader(page: string, format: RowFormat): string {
  return format === "csv" ? page.slice(page.indexOf("\n") + 1) : page;
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}
