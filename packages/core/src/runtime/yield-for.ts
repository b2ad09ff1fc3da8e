import { nextTurn } from "./turns.js";

/** Bytes for which one pass takes half a millisecond or so. */
const small = 256 * 1024;

/**
 * Lets other work of the process run between two passes over a large body, so that what several
 * passes take is not added up to one block of the event loop.
 * @param bytes of the body; a small one waits for nothing
 */
export async function yieldFor({ length }: Uint8Array): Promise<void> {
  if (length > small) await nextTurn();
}
