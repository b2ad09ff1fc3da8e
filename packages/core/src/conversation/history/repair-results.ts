import type { Block, ToolCallBlock, ToolResultBlock } from "../conversation.js";
import { givenPlaceOf } from "../places.js";
import type { HistoryContext } from "./history-target.js";

/** The text of the result that is added to a call without one, if histories are repaired. */
export const missingResultText = "This call has no result.";

/** The beginning of a failed tool's text, if the target has no other way to report the failure. */
export const errorPrefix = "[tool error] ";

/** A result for a call that has none, if histories are repaired; otherwise the call is refused. */
export function answerMissing(
  { id, at = "" }: ToolCallBlock,
  { target, rules, receipt }: HistoryContext,
): readonly ToolResultBlock[] {
  const rule = target.repair ? rules.missingResultRepaired : rules.missingResult;
  if (!receipt.apply(rule, at)) return [];
  const content = [{ type: "text", text: missingResultText }] as const;
  return [{ type: "tool_result", callId: id, content, isError: true }];
}

/**
 * Replaces a result that answers no call by user text, and drops a second result of the same call,
 * if histories are repaired. Otherwise both are refused.
 */
export function repairUnmatched(
  result: ToolResultBlock,
  isRepeated: boolean,
  { target, rules, receipt }: HistoryContext,
): readonly Block[] {
  const at = givenPlaceOf(result, "callId") ?? result.at ?? "";
  if (isRepeated) {
    receipt.apply(target.repair ? rules.repeatedResultRepaired : rules.repeatedResult, at);
    return [];
  }
  const rule = target.repair ? rules.orphanResultRepaired : rules.orphanResult;
  return receipt.apply(rule, at) ? toUserBlocks(result) : [];
}

/** The content of a result as user blocks. The failure and the cache control are kept. */
function toUserBlocks(result: ToolResultBlock): readonly Block[] {
  const { content, isError, cache } = result;
  const blocks = isError ? prefixFirst(content) : content;
  const last = blocks.at(-1);
  if (!cache || !last || last.type === "native" || last.cache) return blocks;
  const place = givenPlaceOf(result, "cache");
  const places = { ...last.places, ...(place !== undefined && { cache: place }) };
  return [...blocks.slice(0, -1), { ...last, cache, places }];
}

/** The content of a failed result, which begins with an error note. */
export function prefixFirst([first, ...rest]: readonly Block[]): readonly Block[] {
  if (first?.type === "text") return [{ ...first, text: `${errorPrefix}${first.text}` }, ...rest];
  const failed = { type: "text", text: errorPrefix.trimEnd() } as const;
  return first ? [failed, first, ...rest] : [failed];
}
