import type { Reply } from "../model.js";

/**
 * Checks after each read of a reply whether it brought content. The heartbeats that an upstream sends
 * between its events are relayed, but its model may be stuck behind them.
 */
export function createSpeechCheck(reply: Reply): () => boolean {
  if (reply.kind !== "relay" || !reply.countEvents) return () => true;
  const { countEvents } = reply;
  let before = 0;
  return () => {
    const count = countEvents();
    const hasSpoken = count > before;
    before = count;
    return hasSpoken;
  };
}
