import type { Block, ToolCallBlock, Turn } from "../conversation.js";
import type { CallIds } from "./call-ids.js";
import type { Exchange } from "./exchanges.js";
import type { HistoryContext } from "./history-target.js";
import { matchResults } from "./match-results.js";
import { joinExtras } from "./merge-turns.js";
import { answerMissing } from "./repair-results.js";
import { callsOf, resultsOf } from "./results.js";
import { type LeftTurn, takeResults } from "./take-results.js";

/**
 * The turns of an exchange with one result for each call, directly behind the calls and in their
 * order. Results that come later move there; calls and results that do not match are refused or
 * repaired.
 */
export function pairExchange(
  { assistant, following }: Exchange,
  ids: CallIds,
  context: HistoryContext,
): readonly Turn[] {
  const calls = callsOf(assistant);
  const results = following.flatMap(resultsOf);
  if (calls.length + results.length === 0) return assistant ? [assistant, ...following] : following;
  const { ofCall, matched } = matchResults(calls, results);
  const renamed = new Map(calls.map((call) => [call, ids.rename(call)] as const));
  const answers = [...renamed].flatMap(([call, { id }]) => {
    const result = ofCall.get(call);
    return result ? [{ ...result, callId: id }] : answerMissing({ ...call, id }, context);
  });
  const rest = takeResults(following, { matched, calledIds: toIds(calls) }, context);
  const asking = assistant
    ? [{ ...assistant, blocks: assistant.blocks.map(renameIn(renamed)) }]
    : [];
  return [...asking, ...putFirst(answers, rest, assistant)];
}

function toIds(calls: readonly ToolCallBlock[]): ReadonlySet<string> {
  return new Set(calls.map(({ id }) => id));
}

function renameIn(renamed: ReadonlyMap<Block, ToolCallBlock>): (block: Block) => Block {
  return (block) => renamed.get(block) ?? block;
}

/** Puts the results first. Turns that held only results are removed, but their members are kept. */
function putFirst(
  answers: readonly Block[],
  rest: readonly LeftTurn[],
  assistant: Turn | undefined,
): readonly Turn[] {
  const kept = rest.filter(({ emptied }) => !emptied).map(({ turn }) => turn);
  if (answers.length === 0) return kept;
  const emptied = rest.filter((left) => left.emptied).map(({ turn }) => turn);
  const first = rest[0]?.turn;
  const head: Turn =
    first?.role === "user" ? first : { role: "user", at: assistant?.at, blocks: [] };
  const extra = joinExtras([head, ...emptied]);
  const others = kept.filter((turn) => turn !== head);
  return [{ ...head, extra, blocks: [...answers, ...head.blocks] }, ...others];
}
