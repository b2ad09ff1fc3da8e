import type { Block, ToolCallBlock, ToolResultBlock } from "../conversation.js";
import type { HistoryContext } from "./history-target.js";

/** What the model is told of a call that has no result, where a history is mended. */
export const missingResultText = "This call has no result.";

/** What the text of a failed tool begins with, where nothing else can say that it failed. */
export const errorPrefix = "[tool error] ";

/** A result for a call that has none, where the history shall be mended; else the call is refused. */
export function answerMissing(
  { id, at = "" }: ToolCallBlock,
  { target, rules, receipt }: HistoryContext,
): readonly ToolResultBlock[] {
  const rule = target.repair ? rules.missingResultMended : rules.missingResult;
  if (!receipt.apply(rule, at)) return [];
  const content = [{ type: "text", text: missingResultText }] as const;
  return [{ type: "tool_result", callId: id, content, isError: true }];
}

/**
 * What stands for a result that answers no call: text of the user where the history shall be mended.
 * A second result of an answered call is left out. Otherwise both are refused.
 */
export function mendUnmatched(
  result: ToolResultBlock,
  isRepeated: boolean,
  { target, rules, receipt }: HistoryContext,
): readonly Block[] {
  const at = result.places?.callId ?? result.at ?? "";
  if (isRepeated) {
    receipt.apply(target.repair ? rules.repeatedResultMended : rules.repeatedResult, at);
    return [];
  }
  const rule = target.repair ? rules.orphanResultMended : rules.orphanResult;
  return receipt.apply(rule, at) ? toUserBlocks(result) : [];
}

/** What a result says, as blocks of the user: that the tool failed, and the cache control, stay. */
function toUserBlocks({ content, isError, cache, places }: ToolResultBlock): readonly Block[] {
  const blocks = isError ? prefixFirst(content) : content;
  const last = blocks.at(-1);
  if (!cache || !last || last.type === "native" || last.cache) return blocks;
  const place = places?.cache === undefined ? {} : { cache: places.cache };
  return [...blocks.slice(0, -1), { ...last, cache, places: { ...last.places, ...place } }];
}

function prefixFirst([first, ...rest]: readonly Block[]): readonly Block[] {
  if (first?.type === "text") return [{ ...first, text: `${errorPrefix}${first.text}` }, ...rest];
  const failed = { type: "text", text: errorPrefix.trimEnd() } as const;
  return first ? [failed, first, ...rest] : [failed];
}
