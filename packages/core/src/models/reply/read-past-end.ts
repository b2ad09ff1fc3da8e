import type { Source } from "../../runtime/source.js";

/** Lets a source find out that nothing follows what its reader takes for the end: its attempt closes then. */
export async function readPastEnd(source: Source<unknown>): Promise<void> {
  try {
    await source.read();
  } catch {
    // The reply is over.
  }
}
