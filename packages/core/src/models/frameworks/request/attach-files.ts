import type { Block, TextBlock, ToolResultBlock } from "../../../conversation/conversation.js";
import type { Receipt } from "../../../conversation/receipt/receipt.js";
import { passingRules } from "./passing-rules.js";

/** A result of texts alone, and what follows in a message of the user. */
export interface AttachedFiles {
  readonly result: ToolResultBlock;
  readonly attached: readonly Block[];
}

/** Takes the files out of a result, for providers that take none there. */
export function attachFiles(result: ToolResultBlock, receipt: Receipt): AttachedFiles {
  const texts = result.content.filter(({ type }) => type === "text");
  const files = result.content.filter(({ type }) => type !== "text");
  if (files.length === 0) return { result, attached: [] };
  receipt.apply(passingRules.attached, result.at ?? "");
  const label = toText(`Attached to the result of tool call ${result.callId}:`);
  return { result: { ...result, content: [...texts, notice] }, attached: [label, ...files] };
}

const notice = toText("[Its files follow in the next user message.]");

function toText(text: string): TextBlock {
  return { type: "text", text };
}
