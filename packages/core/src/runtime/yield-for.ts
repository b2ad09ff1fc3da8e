import { nextTurn } from "./turns.js";

/** Bytes for which one pass takes half a millisecond or so. */
const small = 256 * 1024;

/** Whether passes over a body take so long that other work of the process must run between them. */
export function isLarge({ length }: { readonly length: number }): boolean {
  return length > small;
}

/** Passes over large bodies that wait for their turn. */
let waiting = 0;

/**
 * The most turns that a pass waits. On Workers a wait never ends if its request is gone, and such waits
 * must not delay all others for good.
 */
const mostTurns = 16;

/**
 * Lets other work of the process run between two passes over a large body, so that what several
 * passes take is not added up to one block of the event loop. Each pass gets a turn of its own, also if
 * several replies to one request need one at the same time.
 * @param bytes of the body; for a small one there is nothing to wait for
 */
export function yieldFor(bytes: Uint8Array): Promise<void> | undefined {
  return isLarge(bytes) ? ownTurn() : undefined;
}

async function ownTurn(): Promise<void> {
  waiting += 1;
  const turns = Math.min(waiting, mostTurns);
  for (let turn = 0; turn < turns; turn++) await nextTurn();
  waiting -= 1;
}
