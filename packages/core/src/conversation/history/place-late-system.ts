import type { Block, Turn } from "../conversation.js";
import type { HistoryContext, HistoryTarget } from "./history-target.js";

/** Turns without instructions in places where the target takes none. */
export interface PlacedSystem {
  readonly turns: readonly Turn[];
  /** Instructions that moved to the front. */
  readonly hoisted: readonly Block[];
}

/**
 * Places instructions that come after the first turn: they stay if the target takes them there;
 * otherwise the embedder's choice applies.
 * @param turns merged, so that no two neighbours hold instructions
 */
export function placeLateSystem(turns: readonly Turn[], context: HistoryContext): PlacedSystem {
  const hoisted: Block[] = [];
  if (!turns.some(({ role }) => role === "system")) return { turns, hoisted };
  const placed = turns.flatMap((turn, index) => {
    if (turn.role !== "system") return [turn];
    const { lateSystem } = context.target;
    if (mayStand(lateSystem, turns[index - 1], turns[index + 1])) return [turn];
    return moveSystem(turn, hoisted, context);
  });
  return { turns: placed, hoisted };
}

function mayStand(
  lateSystem: HistoryTarget["lateSystem"],
  previous: Turn | undefined,
  next: Turn | undefined,
): boolean {
  if (lateSystem !== "after_user") return lateSystem === "anywhere";
  return previous?.role === "user" && next?.role !== "user";
}

function moveSystem(
  turn: Turn,
  hoisted: Block[],
  { target, rules, receipt }: HistoryContext,
): readonly Turn[] {
  const { at = "" } = turn;
  switch (target.otherwise) {
    case "refuse":
      receipt.apply(rules.refusedSystem, at);
      return [];
    case "hoist":
      if (receipt.apply(rules.hoistedSystem, at)) hoisted.push(...turn.blocks);
      return [];
    case "wrap":
      return receipt.apply(rules.wrappedSystem, at)
        ? [{ ...turn, role: "user", blocks: turn.blocks.map(wrapBlock) }]
        : [];
  }
}

function wrapBlock(block: Block): Block {
  return block.type === "text" ? { ...block, text: wrapLateSystem(block.text) } : block;
}

/**
 * Wraps instructions in one fixed tag, as user text, for upstreams that take none in this place.
 * The same instructions always become the same text, so that prompt caches keep working.
 */
export function wrapLateSystem(text: string): string {
  return `<system-instructions>\n${text}\n</system-instructions>`;
}
