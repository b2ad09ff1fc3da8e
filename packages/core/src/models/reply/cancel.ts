import type { Reply } from "../model.js";

/**
 * Stops a reply that nobody reads any more. Never rejects: nobody waits for it.
 * @param reason how its attempt ends, or the reason of an aborted signal
 */
export async function cancelReply(reply: Reply, reason: unknown): Promise<void> {
  const source = reply.kind === "relay" ? reply.body : reply.events;
  if (source instanceof Uint8Array) return;
  try {
    await source.cancel(reason);
  } catch {
    // The reply is over already.
  }
}
