import type { Block, ToolResultBlock } from "../../../conversation/conversation.js";
import { prefixFirst } from "../../../conversation/history/repair-results.js";
import type { Receipt } from "../../../conversation/receipt/receipt.js";
import { passingRules } from "./passing-rules.js";

/** The content of a result for a framework that has no error flag for it: an error begins with a note. */
export function noteError(
  { isError, content, at }: ToolResultBlock,
  receipt: Receipt,
): readonly Block[] {
  if (!isError) return content;
  receipt.apply(passingRules.resultError, at ?? "");
  return prefixFirst(content);
}
