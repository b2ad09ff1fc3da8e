import type { ChoiceEvent, ConversationEvent } from "../../conversation/events.js";
import type { RelayReply } from "../model.js";

const contentTypes: ReadonlySet<ConversationEvent["type"]> = new Set([
  "open",
  "delta",
  "stop",
  "end",
]);

/** Whether the content of a reply has begun with these events, or the reply has ended without any. */
export function hasContent(events: readonly ConversationEvent[]): boolean {
  return events.some(({ type }) => contentTypes.has(type));
}

/** The same of several choices: whether any of them has begun. */
export function hasContentOfChoice(events: readonly ChoiceEvent[]): boolean {
  return events.some(({ event }) => contentTypes.has(event.type));
}

/** Says after each block of a relayed reply whether its content has begun. */
export function createContentCheck({ hasBegun }: RelayReply): () => boolean {
  return () => hasBegun?.() ?? true;
}
