import type { ChoiceEvent, ConversationEvent } from "../../conversation/events.js";
import type { RelayReply } from "../model.js";
import { createContentCheck, hasContent } from "./content.js";

/** Who hears what passes the guard. */
export interface ReplyListener {
  /** Called once with the first content, or once with the first content of each of several choices. */
  noteContent(choice?: number): void;
  /** Called with each batch of events that passes. */
  readonly noteEvents?:
    | ((events: readonly (ConversationEvent | ChoiceEvent)[]) => void)
    | undefined;
}

type Batch = readonly ConversationEvent[];
type ChoicesBatch = readonly ChoiceEvent[];

/** Tells a listener of each batch of a reply. */
export function listenToEvents(listener: ReplyListener): (batch: Batch) => void {
  let hasBegun = false;
  return (batch) => {
    if (!hasBegun && hasContent(batch)) {
      hasBegun = true;
      listener.noteContent();
    }
    listener.noteEvents?.(batch);
  };
}

/** The same for several choices, each of which begins for itself. */
export function listenToChoices(listener: ReplyListener): (batch: ChoicesBatch) => void {
  const begun = new Set<number>();
  return (batch) => {
    for (const { choice, event } of batch) {
      if (begun.has(choice) || !hasContent([event])) continue;
      begun.add(choice);
      listener.noteContent(choice);
    }
    listener.noteEvents?.(batch);
  };
}

/** The same for the blocks of a relayed stream. */
export function listenToRelay(listener: ReplyListener, reply: RelayReply): () => void {
  const check = createContentCheck(reply);
  let hasBegun = false;
  return () => {
    if (hasBegun || !check()) return;
    hasBegun = true;
    listener.noteContent();
  };
}
