import type { ConversationEvent } from "../src/conversation/events.js";
import { createFold, type FoldedReply } from "../src/conversation/fold.js";

/** The whole reply that events add up to. */
export function foldOf(events: readonly ConversationEvent[]): FoldedReply {
  const fold = createFold();
  for (const event of events) fold.push(event);
  return fold.result();
}
