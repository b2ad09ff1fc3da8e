import { randomUUID } from "node:crypto";
import { lstatSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Failure } from "../terminal/failure.js";

/**
 * Writes a file that only this user can read, because its text may hold prompts or names of customers. It is
 * written whole or not at all: a file that is there is replaced, also one that others could read. A link is
 * never followed, so that nobody who can write into the folder chooses what is overwritten.
 * @throws Failure that names the file if it cannot be written, or is a link or anything else but a file
 */
export function writePrivateFile(file: string, text: string): void {
  try {
    assertReplaceable(file);
    replace(file, text);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure(`${file}: cannot be written: ${(cause as Error).message}`, { cause });
  }
}

function assertReplaceable(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  const what = found.isSymbolicLink() ? "a link" : "not a file";
  throw new Failure(`${file}: cannot be written: it is ${what}, and is not replaced.`, {
    hint: "Name a file that does not exist, or a file that may be replaced.",
  });
}

/** A link that appears meanwhile is replaced by the file, as `rename` does. */
function replace(file: string, text: string): void {
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}.tmp`);
  try {
    writeFileSync(temporary, text, { flag: "wx", mode: 0o600 });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
