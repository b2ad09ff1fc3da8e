import type { Block, Turn } from "../conversation.js";

interface MergedTurn extends Turn {
  readonly blocks: Block[];
}

/**
 * The same turns, those of one role and one speaker in a row as one: block after block, with the
 * place of the first and all members. The turns given are not changed.
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
