import type { Block, JsonObject } from "../../../../conversation/conversation.js";

/** A message in the making: its blocks are still neutral, but all of them can be written. */
export interface Draft {
  readonly role: "user" | "assistant" | "system";
  readonly at: string;
  /** A list of its own, which may change until the message is written. */
  readonly blocks: Block[];
  /** Members of the message that the upstream is known to take. */
  readonly taken: JsonObject;
}

/** Joins messages of one role in a row, block after block, with all members that are taken. */
export function mergeDrafts(drafts: readonly Draft[]): Draft[] {
  const merged: Draft[] = [];
  for (const draft of drafts) {
    const last = merged.at(-1);
    if (last?.role === draft.role) {
      last.blocks.push(...draft.blocks);
      merged.splice(-1, 1, { ...last, taken: { ...last.taken, ...draft.taken } });
    } else {
      merged.push({ ...draft, blocks: [...draft.blocks] });
    }
  }
  return merged;
}
