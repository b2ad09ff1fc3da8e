import type { Turn } from "../conversation.js";

/** A turn of the assistant, and the turns before its next one. */
export interface Exchange {
  /** Absent in a first exchange that does not begin with an assistant turn. */
  readonly assistant: Turn | undefined;
  readonly following: readonly Turn[];
}

/** Splits a history before each turn of the assistant. */
export function toExchanges(turns: readonly Turn[]): readonly Exchange[] {
  const exchanges: { assistant: Turn | undefined; following: Turn[] }[] = [];
  for (const turn of turns) {
    const last = exchanges.at(-1);
    if (turn.role === "assistant") exchanges.push({ assistant: turn, following: [] });
    else if (last) last.following.push(turn);
    else exchanges.push({ assistant: undefined, following: [turn] });
  }
  return exchanges;
}
