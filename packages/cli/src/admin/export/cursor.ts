import { existsSync, readFileSync } from "node:fs";
import { writePrivateFile } from "../../files/write-private-file.js";
import { Failure } from "../../terminal/failure.js";

/** The cursor in a file. Absent: there is no file yet. @throws Failure */
export function readCursor(file: string): string | undefined {
  try {
    return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
  } catch (cause) {
    throw new Failure(`${file}: cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** Notes a cursor in a file. @throws Failure */
export function writeCursor(file: string, cursor: string | undefined): void {
  writePrivateFile(file, `${cursor}\n`);
}
