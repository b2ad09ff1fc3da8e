import type { TextBlock } from "../../../../conversation/conversation.js";
import type { Receipt } from "../../../../conversation/receipt/receipt.js";
import type { Rule } from "../../../../conversation/receipt/rules.js";

/** Replaces a refused block, so that its message is not refused as well for being empty. */
const refused: TextBlock = { type: "text", text: "" };

/** Nothing for a block that is left out; for a refused one, a text that is never sent. */
export function leaveOut(rule: Rule, at: string, receipt: Receipt): TextBlock | undefined {
  return receipt.apply(rule, at) ? undefined : refused;
}
