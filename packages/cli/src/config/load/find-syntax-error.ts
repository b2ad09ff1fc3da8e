import { spawnSync } from "node:child_process";

/** Where a text goes wrong: both count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Where a JSON text goes wrong, or ends too early; `undefined` if it is JSON. */
export function findJsonError(text: string): Place | undefined {
  if (judge(text) === "whole") return undefined;
  let [right, wrong] = [0, text.length + 1];
  // Each beginning of the text that is only cut off is right so far.
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2);
    if (judge(text.slice(0, middle)) === "wrong") wrong = middle;
    else right = middle;
  }
  return toPlace(text, right);
}

/** Whether a text is JSON, the beginning of JSON, or neither. */
function judge(text: string): "whole" | "cut" | "wrong" {
  try {
    JSON.parse(text);
    return "whole";
  } catch (error) {
    const { message } = error as Error;
    const isCut = /end of JSON input|^Unterminated|^No number/.test(message);
    return isCut || message.includes(`at position ${text.length} `) ? "cut" : "wrong";
  }
}

function toPlace(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/**
 * Where a file in JavaScript or TypeScript goes wrong, by the error with which its import fails. Of
 * JavaScript only `node --check` shows the place.
 */
export function findProgramError(file: string, { stack = "" }: Error): Place | undefined {
  const shown = file.endsWith("ts") ? stack : check(file);
  const [, line, caret] = /:(\d+)\n(?:.*\n){1,2}?( *)\^/.exec(shown) ?? [];
  if (line === undefined || caret === undefined) return undefined;
  return { line: Number(line), column: caret.length + 1 };
}

function check(file: string): string {
  return spawnSync(process.execPath, ["--check", file], { encoding: "utf8" }).stderr;
}
