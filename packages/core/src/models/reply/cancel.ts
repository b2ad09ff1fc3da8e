import type { AttemptEnd, Reply } from "../model.js";

/** Stops a reply that nobody reads any more. Never rejects: nobody waits for it. */
export async function cancelReply(reply: Reply, reason: AttemptEnd): Promise<void> {
  const source = reply.kind === "events" ? reply.events : reply.body;
  if (source instanceof Uint8Array) return;
  try {
    await source.cancel(reason);
  } catch {
    // The reply is over already.
  }
}
