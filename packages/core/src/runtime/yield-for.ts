import { nextTurn } from "./turns.js";

/** Bytes for which one pass takes half a millisecond or so. */
const small = 256 * 1024;

/** Whether passes over a body take so long that other work of the process must run between them. */
export function isLarge({ length }: { readonly length: number }): boolean {
  return length > small;
}

/**
 * Lets other work of the process run between two passes over a large body, so that what several
 * passes take is not added up to one block of the event loop.
 * @param bytes of the body; for a small one there is nothing to wait for
 */
export function yieldFor(bytes: Uint8Array): Promise<void> | undefined {
  return isLarge(bytes) ? nextTurn() : undefined;
}
