import type { Block, Turn } from "../conversation.js";

interface MergedTurn extends Turn {
  readonly blocks: Block[];
}

/**
 * Merges consecutive turns of one role and one speaker. A merged turn has all blocks and members,
 * and the place of the first turn. The given turns are not changed.
 */
export function mergeTurns(turns: readonly Turn[]): readonly Turn[] {
  const merged: MergedTurn[] = [];
  for (const turn of turns) {
    const last = merged.at(-1);
    if (last?.role !== turn.role || last.name !== turn.name) {
      merged.push({ ...turn, blocks: [...turn.blocks] });
      continue;
    }
    last.blocks.push(...turn.blocks);
    merged.splice(-1, 1, { ...last, extra: { ...last.extra, ...turn.extra } });
  }
  return merged;
}
