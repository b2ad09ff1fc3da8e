import type { JsonObject } from "../../json/value.js";
import type { Turn } from "../conversation.js";

/**
 * Merges consecutive turns of one role and one speaker. A merged turn has all blocks and members,
 * and the place of the first turn. The given turns are not changed.
 */
export function mergeTurns(turns: readonly Turn[]): readonly Turn[] {
  return mergeWhere(turns, (first, turn) => first.role === turn.role && first.name === turn.name);
}

/** The same for turns that belong together by other rules. @param belongs to the first turn of a run */
export function mergeWhere(
  turns: readonly Turn[],
  belongs: (first: Turn, turn: Turn) => boolean,
): readonly Turn[] {
  const isMerged = turns.every(
    (turn, index) => index === 0 || !belongs(turns[index - 1] as Turn, turn),
  );
  if (isMerged) return turns;
  const runs: Turn[][] = [];
  for (const turn of turns) {
    const run = runs.at(-1);
    const [first] = run ?? [];
    if (run && first && belongs(first, turn)) run.push(turn);
    else runs.push([turn]);
  }
  return runs.map(joinRun);
}

function joinRun(run: readonly Turn[]): Turn {
  const [first = { role: "", blocks: [] }, ...others] = run;
  if (others.length === 0) return first;
  return {
    ...first,
    blocks: run.flatMap(({ blocks }) => blocks),
    ...(run.some(({ extra }) => extra) && { extra: joinExtras(run) }),
  };
}

/** The extra members of several turns; of equal names the last one counts. */
export function joinExtras(turns: readonly Turn[]): JsonObject {
  return Object.fromEntries(turns.flatMap(({ extra }) => Object.entries(extra ?? {})));
}
