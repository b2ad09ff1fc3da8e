import type { Tape, TapedConversation, TapedConversations } from "../tape.js";
import { createQueue } from "./one-at-a-time.js";

/**
 * A tape in memory. What `read` gives is plain data, and so is what it begins with: conversations
 * by name, as from `Object.fromEntries(await tape.read())`.
 */
export function createTape(conversations: Readonly<Record<string, TapedConversation>> = {}): Tape {
  const kept = new Map(Object.entries(conversations));
  const enqueue = createQueue();
  return {
    read: async () => inOrderOfNames(kept),
    update: (change) =>
      enqueue(async () => {
        const [name, conversation] = change(inOrderOfNames(kept));
        kept.set(name, structuredClone(conversation));
      }),
  };
}

/** The conversations in the order of their names, which is the same everywhere. */
export function inOrderOfNames(conversations: TapedConversations): TapedConversations {
  const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
    a < b ? -1 : 1;
  return new Map([...conversations].sort(byName));
}
