import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Failure } from "../../terminal/failure.js";

/** The cursor in a file. Absent: there is no file yet. @throws Failure */
export function readCursor(file: string): string | undefined {
  return attempt(`${file} cannot be read`, () =>
    existsSync(file) ? readFileSync(file, "utf8").trim() : undefined,
  );
}

/** Notes a cursor in a file. @throws Failure */
export function writeCursor(file: string, cursor: string | undefined): void {
  attempt(`${file} cannot be written`, () => writeFileSync(file, `${cursor}\n`));
}

function attempt<T>(what: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw new Failure(`${what}: ${(cause as Error).message}`, { cause });
  }
}
