import type { Cell } from "./columns.js";

/** A record of RFC 4180, its line break included. */
export function toCsvRecord(cells: readonly Cell[]): string {
  return `${cells.map(toField).join(",")}\r\n`;
}

function toField(cell: Cell): string {
  return typeof cell === "string" ? quote(guard(cell)) : String(cell ?? "");
}

/**
 * Spreadsheets take a text that begins with one of these, in either width, for a formula, which may
 * send nearby cells elsewhere. They hide a quotation mark in front of it. A text that already begins
 * with a quotation mark gets another one, so that dropping one always gives the text back.
 */
const guarded = /^[=+\-@'\t\r\n＝＋－＠]/;

function guard(text: string): string {
  return guarded.test(text) ? `'${text}` : text;
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
