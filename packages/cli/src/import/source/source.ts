import type { Path } from "../report/item.js";

/** A file that was read. */
export interface Source {
  /** The value of its text. */
  readonly value: unknown;
  /** The line of a place, from 1; absent: the file has no such place. */
  line(path: Path): number | undefined;
}

/** The line of a position in a text, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
