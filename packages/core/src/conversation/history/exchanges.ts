import type { Turn } from "../conversation.js";

/** A turn of the assistant, and what is said before it speaks again. */
export interface Exchange {
  /** Absent where a history does not begin with the assistant. */
  readonly assistant: Turn | undefined;
  readonly following: readonly Turn[];
}

/** Cuts a history before each turn of the assistant. */
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
