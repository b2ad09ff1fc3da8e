import type { Cell } from "./columns.js";

/** A record of RFC 4180, its line break included. */
export function toCsvRecord(cells: readonly Cell[]): string {
  return `${cells.map(toField).join(",")}\r\n`;
}

function toField(cell: Cell): string {
  return typeof cell === "string" ? quote(guard(cell)) : String(cell ?? "");
}

/**
 * Spreadsheets take a text that begins with one of these signs, in either width, for a formula, which
 * may send nearby cells elsewhere. Some of them drop spaces, quotes and invisible characters in front.
 * A file may be opened with semicolons, tabs or bars as separators, whatever it was written with, and
 * quotes in the middle of what is then a cell protect nothing. So a formula may begin a text, or stand
 * behind such a separator or a line break. A quotation mark in front of it makes it a text; one that
 * is there already gets another one, so that dropping one in each of these places gives the text back.
 */
const guarded =
  /^(?=[\t\r\n])|(?<=^|[;|\t\r\n])(?='|(?:(?![\t\r\n])[\s"'\p{C}])*[=+\-@＝＋－＠])/gu;

function guard(text: string): string {
  return text.replace(guarded, "'");
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
