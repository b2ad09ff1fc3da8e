import { toPlainText } from "@diglot/core/redaction";
import { styleCodes } from "./style.js";

/** Where a text goes. */
export type Output = Pick<NodeJS.WritableStream, "write">;

/** The parentheses keep the codes in what `split` returns. */
const codes = new RegExp(`(${styleCodes.map((code) => code.replace("[", "\\[")).join("|")})`);

/**
 * Writes a text for people. Everything that the command writes passes through here, so that no text of
 * somebody else commands the terminal: of all that a terminal obeys, only line breaks and our own styles
 * are left. A text of somebody else that is meant to be one line passes through `toPlainLine` first.
 */
export function write(output: Output, text: string): void {
  output.write(toShown(text));
}

/** Returns to the beginning of the line and erases it. */
const erase = "\r\u001b[2K";

/** Writes a text in the place of the line on which the cursor is, which must not have been wrapped. */
export function overwriteLine(output: Output, line: string): void {
  output.write(erase + toShown(line));
}

/**
 * Writes data for programs: as it is, unless a terminal shows it. Resolves when the text is on its way, so
 * that a slow reader does not fill the memory.
 */
export function writeData(output: NodeJS.WriteStream, data: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const shown = output.isTTY ? toPlainText(data) : data;
    output.write(shown, (error) => (error ? reject(error) : resolve()));
  });
}

function toShown(text: string): string {
  return text
    .split(codes)
    .map((part, index) => (index % 2 === 1 ? part : toPlainText(part)))
    .join("");
}
